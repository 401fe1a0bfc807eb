import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { areas } from '../../../contract/accounts/areas.ts'
import type { RankRecord } from '../../../contract/accounts/rank-admin-schemas.ts'
import { applyRanks, shippedRanks } from '../../../contract/accounts/ranks.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  choose,
  expectToast,
  leaveAdmin,
  openAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuseStale, respondWith } from '../../testing/fake-api.ts'
import * as page from './ranks.tsx'

beforeEach(prepareAdmin)
afterEach(() => {
  leaveAdmin()
  applyRanks()
})

const path = '/admin/settings/ranks'
const list = 'GET /api/admin/ranks'

const unknown = 'GET /api/admin/game-servers/unknown-ranks'

const shipped: RankRecord[] = shippedRanks.map((key, at) => ({
  version: 1,
  key,
  number: at,
  name: key,
  colour: null,
  power: (['helper', 'moderator', 'product', 'admin', 'manager', 'owner'] as const)[at - 4] ?? 'member',
  level: at,
  aliases: [],
  areas: null,
  shown: true,
  shipped: true,
  members: at === 0 ? null : 0,
}))

const legend: RankRecord = {
  version: 1,
  key: 'Legend',
  number: 10,
  name: 'Champion',
  colour: '#ff66aa',
  power: 'member',
  level: 0,
  aliases: [],
  areas: null,
  shown: true,
  shipped: false,
  members: 3,
}

const records = [...shipped.slice(0, 4), legend, ...shipped.slice(4)]

test('[settings.44] The page lists every rank with key, power, level and members, own colours by a style', async () => {
  fakeApi({ [list]: respondWith(records), [unknown]: respondWith([]) })
  await openAdmin(page, path, viewerOf('Manager'))
  const badge = (await screen.findByText('Champion')).closest('span[style]')
  expect(badge?.getAttribute('style')).toBe('color: rgb(255, 102, 170);')
  const members = screen.getByRole('link', { name: '3 members' })
  expect(members.parentElement?.textContent).toBe(
    'Legend · power of Member · level 0 · number 10 · 3 members',
  )
  expect(members.getAttribute('href')).toBe('/admin/members?rank=Legend')
  expect(screen.getAllByRole('listitem').filter((item) => item.querySelector('h2')).length).toBe(11)
  expect(screen.queryByRole('button', { name: 'New rank' })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Edit / })).toBeNull()
})

test('[settings.44] An Owner renames a rank, moves it among those of its power and merges it', async () => {
  const calls = fakeApi({
    [list]: respondWith(records),
    [unknown]: respondWith([]),
    'PATCH /api/admin/ranks/Legend': respondWith({ ...legend, name: 'Legend' }),
    'PUT /api/admin/ranks/order': respondWith(records),
    'POST /api/admin/ranks/Legend/merge': respondWith(shipped),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  expect(await screen.findByRole('button', { name: 'Move Champion up' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Move Champion down' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Merge Gold' })).toBeNull()
  await press('Move Champion up')
  expect(sent(calls, 'PUT')).toEqual([
    [
      '/api/admin/ranks/order',
      {
        order: ['Member', 'Gold', 'Emerald', 'Legend', 'Diamond', ...shippedRanks.slice(4)],
        base: records.map(({ key }) => key),
      },
    ],
  ])
  await press('Edit Champion')
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Legend' } })
  await press('Save changes')
  await expectToast('Rank updated', 'Legend')
  expect(sent(calls, 'PATCH')).toEqual([['/api/admin/ranks/Legend', { name: 'Legend' }]])
  await press('Merge Champion')
  await choose('Into', 'Diamond')
  await press('Merge')
  await expectToast('Ranks merged', 'Champion is Diamond now.')
  expect(sent(calls, 'POST')).toEqual([['/api/admin/ranks/Legend/merge', { into: 'Diamond' }]])
})

test('[owner.70] An Owner chooses the areas of a new rank of staff and changes them; all of them are none, and none at all is refused', async () => {
  const writer: RankRecord = { ...legend, key: 'Writer', name: 'Writer', power: 'admin', areas: ['news'] }
  const calls = fakeApi({
    [list]: respondWith([...records.slice(0, 9), writer, ...records.slice(9)]),
    [unknown]: respondWith([]),
    'POST /api/admin/ranks': respondWith(writer),
    'PATCH /api/admin/ranks/Writer': respondWith({ ...writer, areas: ['news', 'events'] }),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  expect((await screen.findByText('Writer', { selector: 'code' })).parentElement?.textContent).toBe(
    'Writer · power of Admin · level 0 · number 10 · News · 3 members',
  )
  await press('New rank')
  expect(screen.queryByRole('group', { name: 'Areas where the power holds' })).toBeNull()
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Scribe' } })
  await choose('Power', 'Admin')
  const boxes = () =>
    within(screen.getByRole('group', { name: 'Areas where the power holds' })).getAllByRole(
      'checkbox',
    ) as HTMLInputElement[]
  expect(boxes().map(({ value, checked }) => checked && value)).toEqual(areas)
  for (const box of boxes()) await whenReady.click(box)
  await press('Create rank')
  expect(await screen.findByText('Choose one area at least')).toBeTruthy()
  await whenReady.click(screen.getByLabelText('News'))
  await press('Create rank')
  await expectToast('Rank created', 'Writer')
  expect(sent(calls, 'POST')).toEqual([
    ['/api/admin/ranks', { name: 'Scribe', colour: '#8fd3ff', power: 'admin', areas: ['news'] }],
  ])
  await press('Edit Writer')
  expect(boxes().flatMap(({ value, checked }) => (checked ? [value] : []))).toEqual(['news'])
  await whenReady.click(screen.getByLabelText('Events and cups'))
  await press('Save changes')
  await expectToast('Rank updated', 'Writer')
  expect(sent(calls, 'PATCH')).toEqual([['/api/admin/ranks/Writer', { areas: ['news', 'events'] }]])
  await press('Edit Admin')
  expect(screen.queryByRole('group', { name: 'Areas where the power holds' })).toBeNull()
})

test('[settings.45] The table of powers says what the permission functions say', async () => {
  fakeApi({ [list]: respondWith(records), [unknown]: respondWith([]) })
  await openAdmin(page, path, viewerOf('Owner'))
  const table = within(await screen.findByRole('region', { name: 'Powers and what they may do' }))
  const rowOf = (name: RegExp) =>
    within(table.getByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  const [yes, no] = ['Yes', '–']
  expect(rowOf(/^Enter the staff area/)).toEqual([no, yes, yes, yes, yes, yes, yes])
  expect(rowOf(/^Ban/)).toEqual([no, no, yes, yes, yes, yes, yes])
  expect(rowOf(/^News/)).toEqual([no, no, no, no, yes, yes, yes])
  expect(rowOf(/^Change ranks/)).toEqual([no, no, no, no, no, no, yes])
})

const said = [
  { name: 'vip+', server: 'EU 1', count: 214, lastAt: new Date().toISOString() },
  { name: 'Mythic', server: 'EU 1', count: 1, lastAt: new Date().toISOString() },
]

test('[settings.49] The page of ranks names what game servers called players, with how often; a Manager only reads it', async () => {
  fakeApi({ [list]: respondWith(records), [unknown]: respondWith(said) })
  await openAdmin(page, path, viewerOf('Manager'))
  const rows = within(await screen.findByRole('region', { name: 'Unknown ranks from game servers' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/^vip\+, 214 times from EU 1 · /)
  expect(rows[1]).toMatch(/^Mythic, 1 time from EU 1 · /)
  expect(screen.queryByRole('button', { name: /Mythic/ })).toBeNull()
})

test('[settings.49] An Owner makes an unknown name a rank, or another name of a rank of members', async () => {
  const calls = fakeApi({
    [list]: respondWith(records),
    [unknown]: respondWith(said),
    'POST /api/admin/ranks': respondWith({ ...legend, key: 'Mythic', name: 'Mythic' }),
    'PATCH /api/admin/ranks/Legend': respondWith({ ...legend, aliases: ['vip+'] }),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  await screen.findByRole('region', { name: 'Unknown ranks from game servers' })
  await press('Make Mythic a rank')
  await press('Create rank')
  await expectToast('Rank created', 'Mythic')
  expect(sent(calls, 'POST')).toEqual([
    ['/api/admin/ranks', { name: 'Mythic', colour: '#8fd3ff', power: 'member' }],
  ])
  await press('vip+ is the same as…')
  await press('Save')
  expect(screen.getByText('Please choose a rank')).toBeTruthy()
  expect((await optionsOf('Rank')).map(({ textContent }) => textContent)).toEqual([
    'Member',
    'Gold',
    'Emerald',
    'Diamond',
    'Champion',
  ])
  await whenReady.click(screen.getByRole('option', { name: 'Champion' }))
  await press('Save')
  await expectToast('Rank updated', 'vip+ is the same as Champion.')
  expect(sent(calls, 'PATCH')).toEqual([['/api/admin/ranks/Legend', { aliases: ['vip+'] }]])
})

test('[field.85] The form of a rank that somebody else changed says what it is now, and saves over it on request', async () => {
  const theirs = { ...legend, aliases: ['champ'], version: 2 }
  const calls = fakeApi({
    [list]: respondWith(records),
    [unknown]: respondWith([]),
    'PATCH /api/admin/ranks/Legend': () =>
      (sent(calls, 'PATCH').length === 1 ? refuseStale : respondWith)(theirs)(),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  await press('Edit Champion')
  await whenReady.change(screen.getByLabelText(/^Name/), { target: { value: 'Legend' } })
  await press('Save changes')
  expect((await screen.findByRole('alert')).textContent).toContain('Other names in game, as it is now: champ')
  expect((screen.getByLabelText(/^Name/) as HTMLInputElement).value).toBe('Legend')
  await press('Save mine anyway')
  await expectToast('Rank updated', 'Champion')
  expect(sent(calls, 'PATCH').map(([, body]) => body)).toEqual([{ name: 'Legend' }, { name: 'Legend' }])
})
