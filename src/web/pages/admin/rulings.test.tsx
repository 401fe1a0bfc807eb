import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ruling } from '../../../contract/matches/rulings-schemas.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  expectToast,
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './rulings.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const list = 'GET /api/admin/rulings?limit=50'
const person = (id: number, username: string) => ({ id, username, rank: 'Moderator' as const })
const aRuling = (over: Partial<Ruling> = {}): Ruling => ({
  id: 4,
  action: 'exclude',
  reason: 'Boosted by a second account',
  state: 'waiting',
  matches: 31,
  done: 0,
  matchIds: ['3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10'],
  span: {
    user: person(40, 'Alexandra'),
    from: '2026-01-05T15:04:00.000Z',
    to: '2026-01-06T15:04:00.000Z',
    mode: 'boxing',
  },
  madeBy: person(9, 'Mod'),
  createdAt: '2026-01-06T16:04:00.000Z',
  decidedBy: null,
  ...over,
})
const open = (rank: 'Moderator' | 'Admin', id = 7) =>
  openAdmin(page, '/admin/rulings', { ...viewerOf(rank), id })

test('[fair.05] who may not confirm a ruling has no button for it: a Moderator, and who made it', async () => {
  fakeApi({ [list]: respondWith([aRuling()]) })
  const { unmount } = await open('Moderator')
  await screen.findByText('Another Admin or higher has to confirm this.')
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  unmount()
  await open('Admin', 9)
  await screen.findByText('Another Admin or higher has to confirm this.')
  expect(screen.queryByRole('button', { name: 'Refuse' })).toBeNull()
})

test('[fair.05] an Admin confirms a ruling that waits, and sees how far it is', async () => {
  const calls = fakeApi({
    [list]: inTurn([aRuling()], [aRuling({ state: 'applying', done: 20, decidedBy: person(7, 'steve') })]),
    'POST /api/admin/rulings/4/confirm': respondWith(aRuling({ state: 'applying' })),
  })
  await open('Admin')
  await screen.findByText('Exclude 31 matches')
  await press('Confirm')
  await expectToast('Ruling Confirmed')
  await screen.findByText('Being applied: 20 of 31')
  expect(sent(calls, 'POST').map(([path]) => path)).toEqual(['/api/admin/rulings/4/confirm'])
})

test('[fair.05] a ruling that somebody else decided says so, and the list is asked for again', async () => {
  fakeApi({
    [list]: inTurn([aRuling()], [aRuling({ state: 'refused', decidedBy: person(8, 'Pyrite') })]),
    'POST /api/admin/rulings/4/refuse': refuse(409, 'conflict', 'Somebody decided this ruling before'),
  })
  await open('Admin')
  await screen.findByText('Exclude 31 matches')
  await press('Refuse')
  await screen.findByText('Somebody decided this ruling before')
  await screen.findByText('Refused')
})

test('[fair.09] rulings are listed with reason, player, span and matches; new ones appear by themselves', async () => {
  fakeApi({
    [list]: inTurn([], [aRuling({ state: 'applied', matches: 1, span: null, decidedBy: person(9, 'Mod') })]),
  })
  await open('Moderator')
  await screen.findByText('No rulings yet')
  await hearFeed('rulings')
  await screen.findByText('Exclude 1 match')
  screen.getByText('Boosted by a second account')
  screen.getByText('In effect')
  expect(screen.getByRole('link', { name: /^3f0e4a5c/ }).getAttribute('href')).toBe(
    '/match/3f0e4a5c-7c55-4c3a-9a53-0d8f3d2b1a10',
  )
})

test('[fair.09] a list that cannot be loaded can be asked for again', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    [list]: refuse(500, 'internal', 'Internal Server Error'),
  }
  fakeApi(responses)
  await open('Moderator')
  await screen.findByText('Error loading rulings', {}, { timeout: 20_000 })
  responses[list] = respondWith([aRuling()])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('Exclude 31 matches')
})

test('[guards.81] a ruling in effect is restored by one button, which says how many matches, of whom, rated or not', async () => {
  const counts = {
    matches: 12,
    rated: 9,
    players: [{ user: person(40, 'Alexandra'), matches: 12 }],
    playersInAll: 3,
    waits: true,
  }
  const calls = fakeApi({
    [list]: respondWith([aRuling({ state: 'applied', matches: 12, decidedBy: person(8, 'Pyrite') })]),
    'POST /api/admin/rulings/preview': respondWith(counts),
    'POST /api/admin/rulings': respondWith(aRuling({ id: 5, action: 'restore', matches: 12 })),
  })
  const { unmount } = await open('Moderator')
  await screen.findByText('Exclude 12 matches')
  await press('Restore')
  const dialog = within(screen.getByRole('dialog'))
  await waitFor(() =>
    expect(dialog.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      '12 matches, 9 rated and 3 not. Of Alexandra (12) and 2 more. Another admin has to confirm it.',
    ),
  )
  await whenReady.change(dialog.getByRole('textbox'), { target: { value: 'Decided on a wrong match' } })
  await whenReady.click(dialog.getByRole('button', { name: 'Restore 12 matches' }))
  await expectToast('Ruling Made')
  expect(sent(calls, 'POST')).toContainEqual([
    '/api/admin/rulings',
    { action: 'restore', rulingId: 4, reason: 'Decided on a wrong match' },
  ])
  unmount()
})
