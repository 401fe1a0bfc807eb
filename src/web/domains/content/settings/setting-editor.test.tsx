import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import { AnnouncementContent, GuidelinesContent } from '../../../../contract/content/content-schemas.ts'
import { shippedLook } from '../../../../contract/content/look.ts'
import { LookContent } from '../../../../contract/content/look-schemas.ts'
import type { SettingScope } from '../../../../contract/content/settings.ts'
import { IdentityContent, type Setting } from '../../../../contract/content/settings-schemas.ts'
import { ShopFile } from '../../../../contract/content/shop-schemas.ts'
import { writeDraft } from '../../../platform/forms/stored-drafts.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { SiteProvider } from '../../../platform/site.tsx'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import {
  expectToast,
  inTurn,
  leaveAdmin,
  prepareAdmin,
  press,
  viewerOf,
} from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { SettingEditor } from './setting-editor.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const shapeOf = (schema: z.core.$ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

const announcement: Setting = {
  scope: 'announcement',
  value: { text: 'Hello {site}', link: null },
  revision: 7,
  source: 'browser',
  by: 'Bosslady',
  at: '2026-01-05T15:04:00.000Z',
  shape: shapeOf(AnnouncementContent),
}
const guidelines: Setting = {
  ...announcement,
  scope: 'guidelines',
  value: {
    guidelines: [
      { title: 'Be kind', text: 'To everybody.' },
      { title: 'Be fair', text: 'Always.' },
    ],
  },
  revision: null,
  source: 'shipped',
  by: null,
  at: null,
  shape: shapeOf(GuidelinesContent),
}
const identity: Setting = {
  ...guidelines,
  scope: 'identity',
  value: { name: 'Ember Arena', shortName: 'Ember', host: 'play.example', port: 19_132 },
  shape: shapeOf(IdentityContent),
}

const list = 'GET /api/admin/settings'
const revisionsOf = (scope: string) => `GET /api/admin/settings/${scope}/revisions`

async function open(scope: SettingScope, rank: Rank = 'Owner', site = testSite) {
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf(rank))
  const router = createMemoryRouter([{ path: '*', element: <SettingEditor scope={scope} /> }])
  const view = render(
    <TestProviders client={queryClientForHere()}>
      <SiteProvider site={site}>
        <RouterProvider router={router} />
      </SiteProvider>
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return view
}
const serve = (setting: Setting, more: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    [list]: respondWith({ scopes: [setting] }),
    [revisionsOf(setting.scope)]: respondWith([]),
    ...more,
  })
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)
const sentTo = (calls: ReturnType<typeof fakeApi>, method: string) =>
  calls.filter((call) => call.method === method).map(({ path, body }) => ({ path, body }))

test('[settings.20] saves the whole value with the revision that it began with, and shows what is stored then', async () => {
  const saved = { ...announcement, value: { text: 'New', link: '/rules' }, revision: 8 }
  const calls = serve(announcement, {
    [list]: inTurn({ scopes: [announcement] }, { scopes: [saved] }),
    'PUT /api/admin/settings/announcement': respondWith({ revision: 8 }),
  })
  await open('announcement')
  await whenReady.change(await field('Text'), { target: { value: 'New' } })
  await whenReady.change(await field('Link'), { target: { value: '/rules' } })
  await press('Save')
  await expectToast('Saved', 'Announcement')
  expect(sentTo(calls, 'PUT')).toEqual([
    {
      path: '/api/admin/settings/announcement',
      body: { value: { text: 'New', link: '/rules' }, base: 7 },
    },
  ])
  await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull())
  // An empty field that may be empty is none.
  await whenReady.change(await field('Text'), { target: { value: '' } })
  await press('Save')
  await waitFor(() =>
    expect(sentTo(calls, 'PUT')[1]?.body).toEqual({ value: { text: null, link: '/rules' }, base: 8 }),
  )
})

test('[languages.44] says that a changed text is shown in every language as it is written, where there are several and words', async () => {
  const offered = [
    { tag: 'en', name: 'English' },
    { tag: 'de', name: 'Deutsch' },
  ]
  const site = { ...testSite, language: { tag: 'en', offered } }
  const note = 'What you change is shown in every language as you write it.'
  for (const [setting, rank, on, isSaid] of [
    [guidelines, 'Owner', site, true],
    [guidelines, 'Owner', testSite, false],
    [identity, 'Owner', site, false],
    [{ ...guidelines, source: 'file', lockedBy: 'guidelines.yaml' }, 'Owner', site, false],
  ] as const) {
    queryClientForHere().clear()
    serve(setting as Setting)
    const { unmount } = await open(setting.scope as SettingScope, rank, on)
    await screen.findByRole('region', { name: 'History' })
    expect(screen.queryByText(note) !== null).toBe(isSaid)
    unmount()
  }
})

test('[settings.149] once saved, and not before, a tab offers to be loaded again, because it came with the old one', async () => {
  const saved = { ...identity, value: { ...(identity.value as object), name: 'Ember' }, revision: 1 }
  serve(identity, {
    [list]: inTurn({ scopes: [identity] }, { scopes: [saved] }),
    'PUT /api/admin/settings/identity': respondWith({ revision: 1 }),
  })
  await open('identity')
  const offer = () => screen.queryByRole('button', { name: 'Reload this tab to see it' })
  await whenReady.change(await field('Name'), { target: { value: 'Ember' } })
  expect(offer()).toBeNull()
  await press('Save')
  await waitFor(() => expect(offer()).not.toBeNull())
  await whenReady.change(await field('Name'), { target: { value: 'Ember Arena' } })
  expect(offer()).toBeNull()
})

test('[settings.20] entries of a list are added, moved and removed', async () => {
  const calls = serve(guidelines, { 'PUT /api/admin/settings/guidelines': respondWith({ revision: 1 }) })
  await open('guidelines')
  await press('Move Be fair up')
  await press('Remove Be kind')
  await press('Add to guidelines')
  const [, title] = await screen.findAllByLabelText('Title')
  await whenReady.change(title!, { target: { value: 'Be calm' } })
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(1))
  expect(sentTo(calls, 'PUT')[0]?.body).toEqual({
    value: {
      guidelines: [
        { title: 'Be fair', text: 'Always.' },
        { title: 'Be calm', text: '' },
      ],
    },
    base: null,
  })
})

test('[settings.20] tiers of the shop get keys, and a perk is yes, no or a text', async () => {
  const tier = { name: 'Scout', cents: 350, tagline: 'Nice.', highlights: ['Much'] }
  const shop: Setting = {
    ...guidelines,
    scope: 'shop',
    value: {
      currency: 'EUR',
      ranks: { note: 'Once.', scout: tier },
      perks: [{ title: 'All', perks: [{ name: 'Party', about: 'Size.', free: false, scout: '8' }] }],
    },
    shape: shapeOf(ShopFile),
  }
  const calls = serve(shop, { 'PUT /api/admin/settings/shop': respondWith({ revision: 1 }) })
  await open('shop')
  const ranks = within(await screen.findByRole('group', { name: 'Ranks' }))
  await whenReady.change(ranks.getByLabelText('Short name of a new entry in Ranks'), {
    target: { value: 'warden' },
  })
  await whenReady.click(ranks.getByRole('button', { name: 'Add' }))
  await whenReady.change(await field('Text of scout'), { target: { value: '16' } })
  const price = () => screen.getAllByLabelText<HTMLInputElement>('Price')[0]!
  expect(price().value).toBe('3.50')
  await whenReady.change(price(), { target: { value: '4' } })
  expect(price().value).toBe('4')
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(1))
  expect(sentTo(calls, 'PUT')[0]?.body).toMatchObject({
    value: {
      ranks: { scout: { cents: 400 }, warden: { name: '', cents: 0 } },
      perks: [{ perks: [{ scout: '16' }] }],
    },
  })
})

test('[owner.14] a price is written as people write it, with the decimals of its currency, and stored as before', async () => {
  const tier = { name: 'Scout', cents: 599, tagline: 'Nice.', highlights: ['Much'] }
  const value = {
    currency: 'EUR',
    ranks: { note: 'Once.', scout: tier },
    perks: [{ title: 'All', perks: [] }],
  }
  const shop: Setting = { ...guidelines, scope: 'shop', value, shape: shapeOf(ShopFile) }
  const calls = serve(shop, { 'PUT /api/admin/settings/shop': respondWith({ revision: 1 }) })
  await open('shop')
  const price = await field('Price')
  expect(price.value).toBe('5.99')
  for (const typed of ['5,', '1.234.5', '5.999', 'five', '']) {
    await whenReady.change(price, { target: { value: typed } })
    expect([price.value, price.getAttribute('aria-invalid')]).toEqual([typed, 'true'])
    expect(screen.getByText('Write the price like 4.99')).toBeTruthy()
  }
  for (const [typed, cents] of [
    ['6,50', 650],
    ['7.1', 710],
    ['8', 800],
  ] as const) {
    await whenReady.change(price, { target: { value: typed } })
    expect([price.value, price.getAttribute('aria-invalid')]).toEqual([typed, null])
    await press('Save')
    await waitFor(() =>
      expect(sentTo(calls, 'PUT').at(-1)?.body).toMatchObject({ value: { ranks: { scout: { cents } } } }),
    )
  }
  await whenReady.change(await field('Currency'), { target: { value: 'JPY' } })
  expect(price.value).toBe('599')
  // In English a comma before three digits makes a thousand, and no decimals.
  await whenReady.change(await field('Currency'), { target: { value: 'KWD' } })
  for (const [typed, isInvalid] of [
    ['1,000', 'true'],
    ['1.250', null],
    ['1,25', null],
  ]) {
    await whenReady.change(price, { target: { value: typed } })
    expect([price.value, price.getAttribute('aria-invalid')]).toEqual([typed, isInvalid])
  }
})

test('[owner.14] a price that nobody typed yet is no mistake', async () => {
  const value = { currency: 'EUR', ranks: { note: 'Once.', scout: { name: 'Scout' } }, perks: [] }
  serve({ ...guidelines, scope: 'shop', value, shape: shapeOf(ShopFile) })
  await open('shop')
  const price = await field('Price')
  expect([price.value, price.getAttribute('aria-invalid')]).toEqual(['', null])
})

test('[owner.01] tiers of the shop are moved, and the history says that their order changed', async () => {
  const tier = { name: 'Scout', cents: 350, tagline: 'Nice.', highlights: ['Much'] }
  const value = {
    currency: 'EUR',
    ranks: { note: 'Once.', scout: tier, warden: tier, baron: tier },
    perks: [{ title: 'All', perks: [{ name: 'Party', about: 'Size.', free: false, scout: '8' }] }],
  }
  const shop: Setting = { ...guidelines, scope: 'shop', value, shape: shapeOf(ShopFile) }
  const moved = { ...value, ranks: { note: 'Once.', baron: tier, scout: tier, warden: tier } }
  const dearer = { ...moved, ranks: { ...moved.ranks, scout: { ...tier, cents: 599 } } }
  const calls = serve(shop, {
    'PUT /api/admin/settings/shop': respondWith({ revision: 1 }),
    [revisionsOf('shop')]: respondWith([
      { revision: 2, value: dearer, by: null, at: '2026-01-05T15:04:00.000Z' },
      { revision: 1, value: moved, by: null, at: '2026-01-05T15:04:00.000Z' },
    ]),
  })
  await open('shop')
  const ranks = within(await screen.findByRole('group', { name: 'Ranks' }))
  const button = (name: string) => ranks.getByRole('button', { name })
  expect(button('Move scout up').getAttribute('aria-disabled')).toBe('true')
  expect(button('Move baron down').getAttribute('aria-disabled')).toBe('true')
  await whenReady.click(button('Move baron up'))
  await whenReady.click(button('Move scout down'))
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(1))
  expect(JSON.stringify(sentTo(calls, 'PUT')[0]?.body)).toBe(JSON.stringify({ value: moved, base: null }))
  const [price, changed] = await screen.findAllByText('What changed')
  expect(price!.closest('details')!.textContent).toBe(
    'What changedRanks · Scout · Pricebefore: 3.50then: 5.99',
  )
  expect(changed!.closest('details')!.textContent).toBe(
    'What changedRanks · Orderbefore: scout, warden, baronthen: baron, scout, warden',
  )
})

test('[settings.148] a tier that is removed from the shop is removed from its perks', async () => {
  const tier = { name: 'Scout', cents: 350, tagline: 'Nice.', highlights: ['Much'] }
  const ranks = { note: 'Once.', scout: tier, warden: { ...tier, name: 'Warden' } }
  const perk = { name: 'Party', about: 'Size.', free: false, scout: '8' }
  const perks = [{ title: 'All', perks: [{ ...perk, warden: true }, perk] }]
  const shop: Setting = {
    ...guidelines,
    scope: 'shop',
    value: { currency: 'EUR', ranks, perks },
    shape: shapeOf(ShopFile),
  }
  const calls = serve(shop, { 'PUT /api/admin/settings/shop': respondWith({ revision: 1 }) })
  await open('shop')
  const group = within(await screen.findByRole('group', { name: 'Ranks' }))
  await whenReady.click(group.getByRole('button', { name: 'Remove warden' }))
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(1))
  expect(sentTo(calls, 'PUT')[0]?.body).toMatchObject({
    value: {
      currency: 'EUR',
      ranks: { note: 'Once.', scout: tier },
      perks: [{ title: 'All', perks: [perk, perk] }],
    },
  })
  expect(JSON.stringify(sentTo(calls, 'PUT')[0]?.body)).not.toContain('arden')
})

test('[settings.21] a refused value stays, and its field says what is wrong and has the focus', async () => {
  serve(identity, {
    'PUT /api/admin/settings/identity': refuse(400, 'validation', 'host must be a host name.', {
      host: 'host must be a host name.',
    }),
  })
  await open('identity')
  await whenReady.change(await field('Host'), { target: { value: 'a:b' } })
  await press('Save')
  const host = await field('Host')
  await waitFor(() => expect(document.activeElement).toBe(host))
  expect(host.value).toBe('a:b')
  expect(host.getAttribute('aria-invalid')).toBe('true')
  expect((await screen.findByRole('alert')).textContent).toBe('Host must be a host name.')
})

test('[settings.22] when a colleague saved meanwhile, both are compared, what was typed stays, and either can win', async () => {
  const theirs = { ...announcement, value: { text: 'Theirs', link: null }, revision: 9, by: 'Colleague' }
  const calls = serve(announcement, {
    'PUT /api/admin/settings/announcement': inTurnOf(
      respondWith({ error: 'x', message: 'x', code: 'conflict', current: theirs }, 409),
      respondWith({ error: 'x', message: 'x', code: 'conflict', current: theirs }, 409),
      respondWith({ revision: 10 }),
    ),
  })
  await open('announcement')
  await whenReady.change(await field('Text'), { target: { value: 'Mine' } })
  await press('Save')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Colleague saved another version while you were writing')
  expect(alert.textContent).toContain('theirs: Theirsyours: Mine')
  expect((await field('Text')).value).toBe('Mine')
  await press('Take theirs')
  expect((await field('Text')).value).toBe('Theirs')
  await whenReady.change(await field('Text'), { target: { value: 'Mine again' } })
  expect(sentTo(calls, 'PUT')).toHaveLength(1)
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(2))
  expect(sentTo(calls, 'PUT')[1]?.body).toEqual({ value: { text: 'Mine again', link: null }, base: 9 })
})

/** One response after the other. */
function inTurnOf(...responses: ReturnType<typeof respondWith>[]) {
  let at = 0
  return () => responses[Math.min(at++, responses.length - 1)]!()
}

test('[settings.23] what a file decides cannot be edited here, and is named; of a part that a variable decides, the rest can', async () => {
  serve({ ...announcement, source: 'file', lockedBy: '/srv/content/announcement.yaml' })
  const { unmount } = await open('announcement')
  expect((await screen.findByRole('alert')).textContent).toContain('Set by /srv/content/announcement.yaml')
  expect((await field('Text')).matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  unmount()
  queryClientForHere().clear()
  serve({ ...identity, source: 'variable', lockedBy: 'GAME_HOST', locked: { host: 'GAME_HOST' } })
  await open('identity')
  expect((await field('Host')).readOnly).toBe(true)
  expect((await field('Name')).matches(':disabled')).toBe(false)
  screen.getByText('Set by GAME_HOST: change it there.')
})

test('[settings.16] the address in the form is pinged before it is saved', async () => {
  const calls = serve(identity, {
    'POST /api/admin/settings/ping': inTurnOf(
      respondWith({ pong: null }),
      respondWith({ pong: { latencyMs: 12, playerCount: 3, maxPlayers: 100 } }),
      refuse(400, 'validation', 'is no public address that can be found'),
    ),
  })
  await open('identity')
  await whenReady.change(await field('Port'), { target: { value: '19133' } })
  await press('Ping this address')
  await screen.findByText('No game server answers there.')
  await press('Ping this address')
  await screen.findByText('Answers after 12 ms, 3 of 100 players.')
  await press('Ping this address')
  await screen.findByText('is no public address that can be found')
  expect(sentTo(calls, 'POST')[0]?.body).toEqual({ host: 'play.example', port: 19_133 })
})

test('[settings.01] a Manager reads the identity, without a button that would be refused', async () => {
  serve(identity)
  await open('identity', 'Manager')
  expect((await screen.findByRole('alert')).textContent).toContain('Only an Owner changes this.')
  expect((await field('Name')).matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
})

test('[settings.24] the history says who changed what, and goes back to a version or to what was shipped', async () => {
  const calls = serve(announcement, {
    [revisionsOf('announcement')]: respondWith([
      { revision: 7, value: { text: 'Now', link: null }, by: 'Bosslady', at: '2026-01-05T15:04:00.000Z' },
      { revision: 3, value: { text: 'Before', link: null }, by: null, at: '2026-01-04T15:04:00.000Z' },
    ]),
    'POST /api/admin/settings/announcement/undo': respondWith({ revision: 8 }),
  })
  await open('announcement')
  const [newest] = await screen.findAllByText('What changed')
  expect(newest!.closest('details')!.textContent).toContain('before: Beforethen: Now')
  await press('Go back to this')
  await press('Go back')
  await expectToast('Changed back', 'Announcement')
  await press('Back to what was shipped')
  await press('Back to shipped')
  await waitFor(() =>
    expect(sentTo(calls, 'POST').map(({ body }) => body)).toEqual([
      { to: 3, base: 7 },
      { to: null, base: 7 },
    ]),
  )
})

test('[owner.03] the first entry of the history, and one after a way back, are compared with what was in force', async () => {
  const at = '2026-01-05T15:04:00.000Z'
  const given = { text: 'As shipped', link: '/rules' }
  serve(
    { ...announcement, given },
    {
      [revisionsOf('announcement')]: respondWith([
        { revision: 7, value: { text: 'Third', link: '/rules' }, by: null, at },
        { revision: 6, value: null, by: null, at },
        { revision: 5, value: { text: 'First', link: '/rules' }, by: null, at },
      ]),
    },
  )
  await open('announcement')
  const entries = (await screen.findAllByText('What changed')).map(
    (one) => one.closest('details')?.textContent,
  )
  expect(entries).toEqual([
    'What changedTextbefore: As shippedthen: Third',
    'What changedTextbefore: As shippedthen: First',
  ])
})

test('[owner.07] a draft is none once its text is saved: also when the page was left before a slow save ended', async () => {
  const saved = { ...announcement, value: { text: 'Slowly', link: null }, revision: 8 }
  let release = () => {}
  const slow = new Promise<Response>((resolve) => {
    release = () => resolve(respondWith({ revision: 8 })())
  })
  let now = announcement
  serve(announcement, {
    [list]: () => respondWith({ scopes: [now] })(),
    'PUT /api/admin/settings/announcement': () => slow,
  })
  const first = await open('announcement')
  await whenReady.change(await field('Text'), { target: { value: 'Slowly' } })
  await press('Save')
  first.unmount()
  // The server has it, and its response is on the way.
  now = saved
  queryClientForHere().clear()
  const second = await open('announcement')
  expect((await field('Text')).value).toBe('Slowly')
  expect(screen.queryByText(/^Your draft is back/)).toBeNull()
  expect(screen.queryByText('Not saved yet')).toBeNull()
  await act(async () => release())
  second.unmount()
  await open('announcement')
  expect(screen.queryByText(/^Your draft is back/)).toBeNull()
})

test('[owner.08] a draft that is shown while a slow save of it ends is no draft from then on', async () => {
  const saved = { ...announcement, value: { text: 'Slowly', link: null }, revision: 8 }
  let release = () => {}
  const slow = new Promise<Response>((resolve) => {
    release = () => resolve(respondWith({ revision: 8 })())
  })
  let now = announcement
  serve(announcement, {
    [list]: () => respondWith({ scopes: [now] })(),
    'PUT /api/admin/settings/announcement': () => slow,
  })
  const first = await open('announcement')
  await whenReady.change(await field('Text'), { target: { value: 'Slowly' } })
  await press('Save')
  first.unmount()
  await open('announcement')
  await screen.findByText(/^Your draft is back/)
  now = saved
  await act(async () => release())
  await waitFor(() => expect(screen.queryByText(/^Your draft is back/)).toBeNull())
  expect(screen.queryByText('Not saved yet')).toBeNull()
})

test('[settings.25] what was typed and not saved is there again at the next visit', async () => {
  serve(announcement)
  const { unmount } = await open('announcement')
  await whenReady.change(await field('Text'), { target: { value: 'Half a sen' } })
  unmount()
  await open('announcement')
  await screen.findByText(/^Your draft is back/)
  expect((await field('Text')).value).toBe('Half a sen')
  await press('Discard draft')
  expect((await field('Text')).value).toBe('Hello {site}')
})

test('[settings.25] a draft knows the revision that it began with: a colleague’s later one is not overwritten unseen', async () => {
  serve(announcement)
  const { unmount } = await open('announcement')
  await whenReady.change(await field('Text'), { target: { value: 'Mine' } })
  unmount()
  queryClientForHere().clear()
  const theirs = { ...announcement, value: { text: 'Theirs', link: null }, revision: 9, by: 'Colleague' }
  const calls = serve(theirs, {
    'PUT /api/admin/settings/announcement': respondWith(
      { error: 'x', message: 'x', code: 'conflict', current: theirs },
      409,
    ),
  })
  await open('announcement')
  await screen.findByText(/^Your draft is back/)
  await press('Save')
  expect(await screen.findByText(/saved another version while you were writing/)).toBeTruthy()
  expect(sentTo(calls, 'PUT')[0]?.body).toEqual({ value: { text: 'Mine', link: null }, base: 7 })
})

test('[settings.25] a draft that cannot be read is none', async () => {
  serve(announcement)
  writeDraft(testViewer.id, 'setting.announcement', { value: '{"text":', base: '7' })
  await open('announcement')
  expect((await field('Text')).value).toBe('Hello {site}')
})

test('[settings.10] a saved value that is not in use is said to be so, with the reason', async () => {
  serve({ ...announcement, source: 'shipped', problem: 'text is missing' })
  await open('announcement')
  expect((await screen.findByRole('alert')).textContent).toContain('text is missing')
})

const drawing = 'POST /api/admin/settings/look/drawing'
const drawn = (one: string) => ({
  tab: `data:tab-${one}`,
  touch: `data:touch-${one}`,
  maskable: `data:maskable-${one}`,
  card: `data:card-${one}`,
  offline: `data:offline-${one}`,
  refusal: `data:refusal-${one}`,
})

test('[settings.75] a colour of the look is picked or typed, none is as shipped, and an accent that is made lighter is named', async () => {
  const look: Setting = { ...guidelines, scope: 'look', value: shippedLook, shape: shapeOf(LookContent) }
  const calls = serve(look, {
    'PUT /api/admin/settings/look': respondWith({ revision: 1 }),
    [drawing]: respondWith(drawn('a')),
  })
  await open('look', 'Admin')
  expect(await screen.findByText('Readable as it is.')).toBeTruthy()
  await whenReady.change(await field('Accent'), { target: { value: '#2a2af0' } })
  expect(screen.getByText('Made lighter to be readable.')).toBeTruthy()
  expect((await field('Accent: pick')).value).toBe('#2a2af0')
  await whenReady.change(await field('Accent: pick'), { target: { value: '#41c7f4' } })
  expect(screen.getByText('Readable as it is.')).toBeTruthy()
  await whenReady.change(await field('Tint'), { target: { value: '#00ff88' } })
  await whenReady.change(await field('Tint'), { target: { value: '' } })
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(1))
  expect(sentTo(calls, 'PUT')[0]?.body).toEqual({
    value: { ...shippedLook, accent: '#41c7f4' },
    base: null,
  })
})

test('[settings.140] what tabs, home screens and links show follows the logo and the colours of the form; what cannot be drawn is said, and the pictures stay', async () => {
  const look: Setting = { ...guidelines, scope: 'look', value: shippedLook, shape: shapeOf(LookContent) }
  const picture = 'b'.repeat(64)
  const answers = [
    ...['shipped', 'logo', 'accent'].map((one) => respondWith(drawn(one))),
    refuse(400, 'validation', 'The logo is not there any more', { logo: 'is not there any more' }),
  ]
  const calls = serve(look, {
    [drawing]: () => answers.shift()!(),
    'PUT /api/admin/settings/pictures/logo': respondWith({ picture, url: `/look/${picture}.png` }),
  })
  await open('look', 'Admin')
  const shown = async (one: string) => {
    for (const [alt, url] of [
      ['Icon in a tab', `data:tab-${one}`],
      ['Icon on an iPhone', `data:touch-${one}`],
      ['Icon on Android', `data:maskable-${one}`],
      ['Card below a link', `data:card-${one}`],
      ['Offline page', `data:offline-${one}`],
      ['Page while the site is busy', `data:refusal-${one}`],
    ] as const)
      await waitFor(() => expect(screen.getByAltText(alt).getAttribute('src')).toBe(url))
  }
  await shown('shipped')
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await whenReady.change(await field('Logo: file'), { target: { files: [file] } })
  await shown('logo')
  await whenReady.change(await field('Accent'), { target: { value: '#2A2AF0' } })
  await shown('accent')
  expect(sentTo(calls, 'POST').map(({ body }) => body)).toEqual([
    { accent: shippedLook.accent, tint: null, logo: null },
    { accent: shippedLook.accent, tint: null, logo: picture },
    { accent: '#2a2af0', tint: null, logo: picture },
  ])
  expect(sentTo(calls, 'PUT').map(({ path }) => path)).toEqual(['/api/admin/settings/pictures/logo'])
  await whenReady.change(await field('Accent'), { target: { value: '#00ff00' } })
  expect(await screen.findByText(/is not there any more/)).toBeTruthy()
  await shown('accent')
})

test('[settings.144] a scene for the top of Home is chosen by its picture, the arena is as shipped', async () => {
  const value = { ...shippedLook, accent: '#41c7f4' }
  const look: Setting = { ...guidelines, scope: 'look', value, shape: shapeOf(LookContent) }
  const calls = serve(look, {
    'PUT /api/admin/settings/look': respondWith({ revision: 1 }),
    [drawing]: respondWith(drawn('a')),
  })
  await open('look', 'Admin')
  const scenes = within(await screen.findByRole('group', { name: 'Scene at the top of Home' }))
  expect(scenes.getByLabelText<HTMLInputElement>('Arena, as shipped').checked).toBe(true)
  const pictures = [...document.querySelectorAll('label img')]
  expect(pictures.map((one) => one.getAttribute('src')).slice(1)).toEqual([
    '/look/scene/citadel-41c7f4-none.webp',
    '/look/scene/grove-41c7f4-none.webp',
    '/look/scene/peaks-41c7f4-none.webp',
  ])
  await whenReady.click(scenes.getByLabelText('Camp in the woods'))
  await press('Save')
  await waitFor(() => expect(sentTo(calls, 'PUT')).toHaveLength(1))
  expect(sentTo(calls, 'PUT')[0]?.body).toEqual({ value: { ...value, scene: 'grove' }, base: null })
})
