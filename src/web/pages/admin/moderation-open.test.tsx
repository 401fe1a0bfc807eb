import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aCase,
  aPlayerCase,
  at,
  cardOf,
  decidedPath,
  decisions,
  fakeApi,
  note,
  openPath,
  rowOf,
} from '../../domains/moderation/testing/setup.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  expectToast,
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './moderation.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const open = (search: string) => openAdmin(page, `/admin/moderation${search}`, viewerOf('Helper'))
const nobodysPath = '/api/admin/cases?state=open&assignee=nobody&limit=50'
const until = new Date(Date.now() + 1_800_000).toISOString()
const mine = aPlayerCase({ claim: { id: viewerOf('Helper').id, username: 'Me', rank: 'Helper', until } })
const decided = aPlayerCase({
  status: 'actioned',
  decidedAt: at,
  decidedBy: 'Keeper',
  note: 'warned in game',
})
const detailOf = (name: RegExp) => screen.findByRole('dialog', { name })
const rows = () => screen.getAllByRole('article').map((row) => row.querySelector('h2')?.textContent)

describe('[fair.96] the open case', () => {
  const withFilter = '?assignee=nobody'
  const claims = 'POST /api/admin/moderation/claims'

  test('that was claimed stays in its place and beside the list, as it is now; decided, it leaves and the next one follows', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: true }))
    const third = aCase({ id: 15, subjectId: 6, excerpt: 'third' })
    fakeApi({
      [`GET ${nobodysPath}`]: inTurn([aCase(), aPlayerCase(), third], [aCase(), third]),
      'GET /api/admin/cases/18': respondWith(mine),
      [claims]: respondWith(mine.claim),
      [decisions]: respondWith({ decided: 1 }),
    })
    const { address } = await open(withFilter)
    const card = await cardOf(/Vexin/)
    await whenReady.change(note(card), { target: { value: 'half a sent' } })
    await whenReady.click(card.getByRole('button', { name: /^Claim/ }))
    await card.findByText(/^Yours until/)
    expect(rows()).toEqual(['Post by Alexandra', 'Player Vexin', 'Post by Alexandra'])
    expect((await rowOf(/Vexin/)).getByText(/claimed by you/)).toBeTruthy()
    expect(address()).toBe('/admin/moderation?assignee=nobody&open=player-41')
    expect(note(card).value).toBe('half a sent')
    const dismiss = card.getByRole('button', { name: /^No violation/ })
    dismiss.focus()
    await whenReady.click(dismiss)
    await expectToast('Reports Dismissed')
    await waitFor(() => expect(address()).toBe('/admin/moderation?assignee=nobody&open=post-6'))
    expect(screen.queryByRole('article', { name: /Vexin/ })).toBeNull()
  })

  test('is the only row that a filter left, until another one is opened or it is closed', async () => {
    fakeApi({
      [`GET ${nobodysPath}`]: inTurn([aPlayerCase()], [], [aCase()]),
      'GET /api/admin/cases/18': respondWith(mine),
    })
    await open(withFilter)
    await cardOf(/Vexin/)
    await hearFeed('moderation')
    await (await rowOf(/Vexin/)).findByText(/claimed by you/)
    expect(screen.queryByText('No case fits these filters')).toBeNull()
    await hearFeed('moderation')
    await waitFor(() => expect(rows()).toEqual(['Player Vexin', 'Post by Alexandra']))
    await cardOf(/Alexandra/)
    expect(rows()).toEqual(['Post by Alexandra'])
  })

  test('of a colleague who decides it is said under a filter, and the note stays; other notes wait for their case', async () => {
    fakeApi({
      [`GET ${nobodysPath}`]: inTurn([aCase(), aPlayerCase()], []),
      'GET /api/admin/cases/18': respondWith(decided),
      'GET /api/admin/cases/20': respondWith(aCase()),
    })
    await open(withFilter)
    await whenReady.change(note(await cardOf(/Alexandra/)), { target: { value: 'another' } })
    await whenReady.change(note(await cardOf(/Vexin/)), { target: { value: 'half a sent' } })
    await hearFeed('moderation')
    const kept = await rowOf(/^Already decided: Player Vexin/)
    expect(kept.getByText('warned in game')).toBeTruthy()
    expect(kept.getByLabelText<HTMLTextAreaElement>('Your note, not saved').value).toBe('half a sent')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByText(/Alexandra/)).toBeNull()
  })

  test('that could not be asked for stays as it was', async () => {
    fakeApi({ [`GET ${nobodysPath}`]: inTurn([aPlayerCase()], []) })
    await open(withFilter)
    const card = await cardOf(/Vexin/)
    await hearFeed('moderation')
    expect(note(card).isConnected).toBe(true)
    expect(rows()).toEqual(['Player Vexin'])
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('[fair.97] the address', () => {
  const bySubject = (status: string) =>
    `GET /api/admin/moderation?status=${status}&subjectType=player&subjectId=41&limit=1`
  const gone = 'This case no longer exists.'

  test('opens a case that is not on the page, with a row of its own above the others', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([aCase()]),
      [bySubject('open')]: respondWith([aPlayerCase()]),
    })
    const { address } = await open('?open=player-41')
    expect(note(within(await detailOf(/Vexin/)))).toBeTruthy()
    expect(rows()).toEqual(['Player Vexin', 'Post by Alexandra'])
    await act(async () => await press('Close'))
    expect(address()).toBe('/admin/moderation')
    expect(rows()).toEqual(['Post by Alexandra'])
  })

  test('opens a case that was decided meanwhile, or by its id', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([]),
      [`GET ${decidedPath}`]: respondWith([]),
      [bySubject('open')]: respondWith([]),
      [bySubject('decided')]: respondWith([decided]),
      'GET /api/admin/cases/18': respondWith(decided),
    })
    for (const search of ['?open=player-41', '?show=decided&open=18']) {
      const { unmount } = await open(search)
      expect(within(await detailOf(/Vexin/)).getByText('warned in game')).toBeTruthy()
      expect(rows()).toEqual(['Player Vexin'])
      unmount()
    }
  })

  test('of an open case by the id of a report opens its row', async () => {
    fakeApi({
      [`GET ${openPath}`]: respondWith([aCase(), aPlayerCase()]),
      'GET /api/admin/cases/17': respondWith(aPlayerCase()),
    })
    for (const id of [18, 17]) {
      const { unmount } = await open(`?open=${id}`)
      await detailOf(/Vexin/)
      expect(rows()).toEqual(['Post by Alexandra', 'Player Vexin'])
      expect(screen.getAllByRole('article')[1]?.getAttribute('aria-current')).toBe('true')
      unmount()
    }
  })

  test('of an unknown or malformed case says so, and the list stays in use', async () => {
    const calls = fakeApi({
      [`GET ${openPath}`]: respondWith([aCase()]),
      'GET /api/admin/cases/99': refuse(404, 'not_found', 'There is no such case'),
      [bySubject('open')]: respondWith([]),
      [bySubject('decided')]: respondWith([]),
    })
    const { address, router } = await open('')
    const go = (search: string) => act(async () => void (await router.navigate(`/admin/moderation${search}`)))
    for (const key of ['player-41', 'counts', 'nobody-4', 'player-0', '99999999999', '..', '', '99']) {
      await go('')
      expect(screen.queryByText(gone)).toBeNull()
      await go(`?open=${key}`)
      expect(await screen.findByText(gone)).toBeTruthy()
      expect(rows()).toEqual(['Post by Alexandra'])
    }
    await cardOf(/Alexandra/)
    expect(address()).toBe('/admin/moderation?open=post-5')
    expect(screen.queryByText(gone)).toBeNull()
    expect(
      calls.filter(({ path }) => path.includes('/cases/') && !/(counts|timeline)$/.test(path)),
    ).toHaveLength(1)
  })

  test('whose case could not be asked for says so, with Retry', async () => {
    let respond = refuse(500, 'internal', 'no')
    fakeApi({ [`GET ${openPath}`]: respondWith([aCase()]), 'GET /api/admin/cases/18': () => respond() })
    await open('?open=18')
    expect((await screen.findByRole('alert')).textContent).toContain('Error loading the case')
    respond = respondWith(aPlayerCase())
    await press('Retry')
    await detailOf(/Vexin/)
  })
})
