import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { InForce } from '../../../contract/moderation/in-force-schemas.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  adminDocument,
  expectToast,
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  otherRanks,
  prepareAdmin,
  press,
  refusedTo,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './punishments.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const path = '/api/admin/punishments/in-force'
const list = `GET ${path}?limit=50`
const id = '3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10'
const aMute: InForce = {
  id,
  kind: 'mute',
  player: { id: 40, username: 'Alexandra', rank: 'Gold' },
  reason: 'You sent the same thing again and again.',
  at: '2026-01-05T15:04:00.000Z',
  until: null,
  by: 'Warden',
  server: null,
  confirmed: false,
}
const aBan: InForce = {
  ...aMute,
  id: `${id.slice(0, -1)}1`,
  kind: 'ban',
  server: 'Practice EU',
  confirmed: true,
}
const aRestriction: InForce = { ...aMute, id: '7', kind: 'restriction', confirmed: true }
const pageOf = (rows: readonly InForce[], next: string | null = null) => ({ inForce: rows, next })
const open = (viewer = viewerOf('Moderator'), address = '/admin/punishments') =>
  openAdmin(page, address, viewer)
const rows = async () => (await screen.findAllByRole('article')).map((row) => within(row))

test('[guards.22] the page is for staff, and its document has the first page', async () => {
  for (const rank of otherRanks)
    expect((await adminDocument(page, '/admin/punishments', viewerOf(rank))).redirect).toBe(refusedTo)
  const { requests } = await adminDocument(page, '/admin/punishments?kind=ban', viewerOf('Helper'))
  expect(requests).toEqual([`${path} {"kind":"ban","limit":50}`])
})

test('[guards.22] a row says who, what, until when, by whom and why', async () => {
  fakeApi({ [list]: respondWith(pageOf([aMute])) })
  await open()
  const [row] = await rows()
  expect(row!.getByRole('heading').textContent).toBe('AlexandraMute')
  expect(row!.getByRole('link', { name: 'Alexandra' }).getAttribute('href')).toBe('/player/40')
  row!.getByText('You sent the same thing again and again.')
  expect(row!.getByText(/^For good/).textContent).toMatch(
    /^For good, since .*, by Warden, not yet confirmed by the game$/,
  )
})

test('[guards.22] it is lifted there with a reason, and leaves the list', async () => {
  const calls = fakeApi({
    [list]: inTurn(pageOf([aMute]), pageOf([])),
    [`POST /api/admin/punishments/${id}/lift`]: respondWith({ state: 'lifted' }),
  })
  await open()
  await whenReady.click(await screen.findByRole('button', { name: 'Lift the mute of Alexandra' }))
  await whenReady.click(await screen.findByRole('button', { name: 'Lift the mute' }))
  await screen.findByText('Reason is required')
  await whenReady.change(screen.getByLabelText('Reason'), { target: { value: 'Appealed' } })
  await press('Lift the mute')
  await expectToast('Punishment Lifted', 'Alexandra')
  await screen.findByText('No punishment is in force')
  expect(sent(calls, 'POST')).toEqual([[`/api/admin/punishments/${id}/lift`, { reason: 'Appealed' }]])
})

test('[guards.91] a lift is taken back from its message, and the punishment is in the list again', async () => {
  const calls = fakeApi({
    [list]: inTurn(pageOf([aMute]), pageOf([]), pageOf([aMute])),
    [`POST /api/admin/punishments/${id}/lift`]: respondWith({ state: 'lifted' }),
    [`POST /api/admin/punishments/${id}/lift/undo`]: respondWith({ state: 'active' }),
  })
  await open()
  await whenReady.click(await screen.findByRole('button', { name: 'Lift the mute of Alexandra' }))
  await whenReady.change(await screen.findByLabelText('Reason'), { target: { value: 'Appealed' } })
  await press('Lift the mute')
  await screen.findByText('No punishment is in force')
  await press('Undo')
  await expectToast('In Force Again', 'Alexandra')
  expect(await rows()).toHaveLength(1)
  expect(sent(calls, 'POST').at(-1)?.[0]).toBe(`/api/admin/punishments/${id}/lift/undo`)
})

test('[guards.22] a Helper lifts no ban there, nobody what a higher rank has; a restriction is lifted or replaced', async () => {
  const higher: InForce = { ...aMute, id: '8', player: { id: 41, username: 'Vexin', rank: 'Moderator' } }
  fakeApi({ [list]: respondWith(pageOf([aBan, higher, aRestriction])) })
  await open(viewerOf('Helper'))
  const [ban, mute, restriction] = await rows()
  expect(ban!.queryByRole('button')).toBeNull()
  expect(mute!.queryByRole('button')).toBeNull()
  await whenReady.click(restriction!.getByRole('button', { name: 'Restriction of Alexandra' }))
  await screen.findByRole('button', { name: 'Lift the restriction' })
})

test('[guards.22] kind and name stand in the address, the next page is asked for by its cursor, and the keys move', async () => {
  const calls = fakeApi({
    [`GET ${path}?q=alex&kind=mute&limit=50`]: respondWith(pageOf([aMute], '5.7')),
    [`GET ${path}?q=alex&kind=mute&limit=50&cursor=5.7`]: respondWith(pageOf([{ ...aMute, id: 'older' }])),
  })
  await open(viewerOf('Moderator'), '/admin/punishments?q=alex&kind=mute')
  expect(await rows()).toHaveLength(1)
  await press('Load more')
  await waitFor(async () => expect(await rows()).toHaveLength(2))
  expect(calls).toHaveLength(2)
  await whenReady.keyDown(document.body, { key: 'j' })
  expect(document.activeElement).toBe(screen.getAllByRole('article')[0])
  await whenReady.keyDown(document.activeElement!, { key: 'j' })
  expect(document.activeElement).toBe(screen.getAllByRole('article')[1])
})

test('[guards.22] a list that did not come is asked for again; an empty one says so and fills by itself', async () => {
  let asked = 0
  fakeApi({
    [list]: () =>
      (asked++ === 0 ? refuse(500, 'internal', 'Not now') : respondWith(pageOf(asked < 3 ? [] : [aMute])))(),
    [`${list.slice(0, -9)}?kind=ban&limit=50`]: respondWith(pageOf([])),
  })
  const { router } = await open()
  await screen.findByText('Error loading punishments')
  await press('Retry')
  await screen.findByText('No punishment is in force')
  await hearFeed('moderation')
  expect(await rows()).toHaveLength(1)
  await router.navigate('/admin/punishments?kind=ban')
  await screen.findByText('No punishment fits these filters')
})
