import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Cup, MyCup, MyTeam } from '../../../contract/cups/cups-schemas.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import { testViewer } from '../../testing/site.tsx'
import { showPage } from '../events/testing/setup.tsx'
import { CupShell } from './cup-shell.tsx'
import { cupOf, standingOf } from './testing/cups.ts'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const players = [
  { userId: 3, username: 'Cleo', isCheckedIn: true },
  { userId: 5, username: 'Eve', isCheckedIn: false },
]

const foxes = { entrant: 9, name: 'Silver Foxes', players }

const teamCup = (over: Partial<Cup> = {}) =>
  cupOf({ phase: 'open', size: 2, entrants: [], entrantCount: 0, teams: [foxes], ...over })

const myTeam = (over: Partial<MyTeam> = {}): MyTeam => ({
  ...foxes,
  isCaptain: true,
  code: 'ABCD2345',
  isCheckedIn: false,
  ...over,
})

const mine = (over: Partial<MyCup> = {}): MyCup => ({
  entrant: null,
  isRegistered: false,
  isCheckedIn: false,
  waiting: null,
  seed: null,
  place: null,
  next: null,
  standing: null,
  team: null,
  ...over,
})

/** Without calls that change anything. */
function showOnce(cup: Cup, own: MyCup) {
  fakeApi({ 'GET /api/cups/7': respondWith(cup), 'GET /api/cups/7/mine': respondWith(own), ...table })
  return showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...testViewer, id: 3 } })
}

function show(cup: Cup, own: MyCup | null, more: Parameters<typeof fakeApi>[0] = {}) {
  const calls = fakeApi({
    'GET /api/cups/7': respondWith(cup),
    ...(own && { 'GET /api/cups/7/mine': respondWith(own) }),
    ...more,
  })
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: own && { ...testViewer, id: 3 } })
  return calls
}

const card = async () => within(await screen.findByRole('region', { name: 'Taking part' }))

test('[cups.150] Without a team one makes a team or enters a code; what is refused is said at its field, or in the words of the site', async () => {
  const [make, join] = ['POST /api/cups/7/teams', 'POST /api/cups/7/teams/join']
  const calls = show(teamCup(), mine(), {
    [make]: refuse(400, 'validation', 'Some fields are not right', {
      name: 'Another team of this cup has this name',
    }),
    [join]: refuse(404, 'not_found', 'No team has this code. Ask its captain for the new one.'),
  })
  const making = within(await (await card()).findByRole('region', { name: 'Make a team' }))
  await whenReady.change(making.getByRole('textbox', { name: 'Name of the team' }), {
    target: { value: 'Silver Foxes' },
  })
  await whenReady.click(making.getByRole('button', { name: 'Make a team' }))
  await waitFor(() =>
    expect(calls).toContainEqual({
      method: 'POST',
      path: '/api/cups/7/teams',
      body: { name: 'Silver Foxes' },
    }),
  )
  await making.findByText('Another team of this cup has this name')
  const joining = within((await card()).getByRole('region', { name: 'Join a team' }))
  await whenReady.change(joining.getByRole('textbox', { name: 'Code' }), { target: { value: 'abcd-2345' } })
  await whenReady.click(joining.getByRole('button', { name: 'Join the team' }))
  await screen.findByText('No team has this code. Ask its captain for the new one.')
  expect(calls).toContainEqual({ method: 'POST', path: '/api/cups/7/teams', body: { name: 'Silver Foxes' } })
  expect(calls).toContainEqual({ method: 'POST', path: '/api/cups/7/teams/join', body: { code: 'ABCD2345' } })
})

test('[cups.151] A captain sees the code with Copy, who is checked in, and removes players after a question; others see no code and leave', async () => {
  const remove = 'DELETE /api/cups/7/teams/players/5'
  const calls = show(
    teamCup({ phase: 'check_in' }),
    mine({ isRegistered: true, isCheckedIn: true, team: myTeam() }),
    { [remove]: respondWith(mine()) },
  )
  const own = await card()
  await own.findByText('ABCD2345')
  expect(own.getByRole('button', { name: 'Copy code of the team' })).toBeTruthy()
  expect(own.getByText('1 of 2 checked in')).toBeTruthy()
  expect(own.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Cleocaptainchecked in',
    'Evenot checked inRemove Eve',
  ])
  expect(own.getByRole('button', { name: 'Undo my check-in' })).toBeTruthy()
  expect(own.getByRole('button', { name: 'Disband' })).toBeTruthy()
  await whenReady.click(own.getByRole('button', { name: 'Remove Eve' }))
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  await waitFor(() =>
    expect(calls).toContainEqual({ method: 'DELETE', path: '/api/cups/7/teams/players/5', body: undefined }),
  )
})

test.each([
  ['another player', { isCaptain: false, code: null }],
  ['the captain of a team that is checked in', { isCheckedIn: true }],
])('[cups.151] %s sees no code to copy, and neither removes nor disbands', async (_who, over) => {
  show(teamCup({ phase: 'check_in' }), mine({ isRegistered: true, team: myTeam(over) }))
  const own = await card()
  expect(await own.findByRole('button', { name: 'Leave the team' })).toBeTruthy()
  expect(own.getByRole('button', { name: 'Check in' })).toBeTruthy()
  for (const name of ['Copy code of the team', 'Remove Eve', 'Disband'])
    expect(own.queryByRole('button', { name })).toBeNull()
})

test('[cups.152] Spectators read which teams there are, who is in them and what they wait for; in the bracket teams have their names', async () => {
  const bears = { entrant: 12, name: 'Bears', players: players.slice(0, 1) }
  const wolves = {
    entrant: 11,
    name: 'Wolves',
    players: players.map((player) => ({ ...player, isCheckedIn: true })),
  }
  const entrant = { entrant: 11, username: 'Wolves' }
  show(teamCup({ phase: 'check_in', teams: [wolves, foxes, bears], entrants: [entrant] }), null)
  const teams = within(await screen.findByRole('region', { name: 'Teams' }))
  expect(teams.getByText('Wolves').closest('p')?.textContent).toBe('Wolveschecked in')
  expect(teams.getByText('Silver Foxes').closest('p')?.textContent).toBe('Silver Foxes1 of 2 checked in')
  expect(teams.getByText('Bears').closest('p')?.textContent).toBe('Bears1 more player is needed')
  expect(teams.getAllByRole('link', { name: 'Eve' })).toHaveLength(2)
  expect(screen.getByText(/^Sumo · Single elimination · 2 a side$/)).toBeTruthy()
})

test('[cups.156] Staff rename a team from the page of its cup; a refusal is read at the field, and others see no such button', async () => {
  const rename = 'PATCH /api/admin/cups/7/teams/9'
  const responses = {
    'GET /api/cups/7': respondWith(teamCup()),
    'GET /api/cups/7/mine': respondWith(mine()),
    [rename]: refuse(400, 'validation', 'Some fields are not right', { name: 'Choose another name' }),
  }
  fakeApi(responses)
  const member = { ...testViewer, id: 3, rank: 'Member' }
  const { unmount } = showPage(<CupShell id={7} />, { at: '/cups/7', viewer: member })
  await screen.findByRole('region', { name: 'Teams' })
  expect(screen.queryByRole('button', { name: /^Rename/ })).toBeNull()
  unmount()
  const calls = fakeApi(responses)
  showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...testViewer, id: 3, rank: 'Helper' } })
  await whenReady.click(await screen.findByRole('button', { name: 'Rename Silver Foxes' }))
  const dialog = within(await screen.findByRole('dialog'))
  await whenReady.change(dialog.getByRole('textbox', { name: 'Name of the team' }), {
    target: { value: 'Golden Foxes' },
  })
  await whenReady.click(dialog.getByRole('button', { name: 'Rename' }))
  await dialog.findByText('Choose another name')
  expect(calls).toContainEqual({
    method: 'PATCH',
    path: '/api/admin/cups/7/teams/9',
    body: { name: 'Golden Foxes', base: 'Silver Foxes' },
  })
})

const teamArena = (over: Partial<Cup> = {}) =>
  teamCup({
    format: 'arena',
    phase: 'running',
    endDate: '2031-01-01T20:00:00.000Z',
    checkIn: null,
    config: { ...cupOf().config, format: 'arena', size: 2 },
    ...over,
  })

const table = {
  'GET /api/cups/7/standings': respondWith([standingOf({ userId: null, username: 'Red Pandas' })]),
}

test('[cups.162] In a running arena who has no team makes or joins one; spectators read the teams, the table and the rules', async () => {
  show(teamArena(), mine(), table)
  await (await card()).findByRole('button', { name: 'Make a team' })
  expect((await card()).getByRole('button', { name: 'Join the team' })).toBeTruthy()
  const teams = within(screen.getByRole('region', { name: 'Teams' }))
  expect(teams.getByText('1 of 2 checked in')).toBeTruthy()
  expect(await screen.findByRole('columnheader', { name: 'Team' })).toBeTruthy()
  expect(screen.getByText('Red Pandas')).toBeTruthy()
  expect(screen.getByText(/^Ranked matches of Sumo between two teams count/)).toBeTruthy()
  expect(screen.getByText(/^Your team takes part once it has 2 players and each has linked/)).toBeTruthy()
})

test('[cups.162] A player of a team in an arena reads what it waits for, then its place; a team that takes part shows no code', async () => {
  const own = mine({ isRegistered: true, isCheckedIn: true, team: myTeam() })
  const first = showOnce(teamArena(), own)
  expect(
    (await screen.findByText(/^Your team takes part once/, { selector: '[role=status] *' })).textContent,
  ).toBe(
    'Your team takes part once it has 2 players and each of them has linked their player on their profile.',
  )
  expect((await card()).getByText('player not linked')).toBeTruthy()
  expect((await card()).getByText('ABCD2345')).toBeTruthy()
  first.unmount()
  queryClientForHere().clear()
  const standing = standingOf({ place: 2, entrant: 9, userId: null, points: 6 })
  showOnce(teamArena(), { ...own, entrant: 9, place: 2, standing })
  expect((await screen.findByText(/^Your team is number/)).textContent).toBe(
    'Your team is number 2 with 6 points. Every ranked match of Sumo 2 a side against another team counts.',
  )
  expect((await card()).getByText('The players of your team can no longer change.')).toBeTruthy()
  expect((await card()).queryByText('ABCD2345')).toBeNull()
  expect((await card()).queryByRole('button', { name: /^Remove/ })).toBeNull()
  await whenReady.click((await card()).getByRole('button', { name: 'Leave the team' }))
  expect(await screen.findByText(/You cannot come back to this team\.$/)).toBeTruthy()
})

test('[field.191] After registering on the page of a cup the events and all cups are fetched again', async () => {
  const alone = cupOf({ phase: 'open', entrants: [], entrantCount: 0, registeredCount: 0 })
  fakeApi({
    'GET /api/cups/7': respondWith(alone),
    'GET /api/cups/7/mine': respondWith(mine()),
    'POST /api/events/7/register': respondWith({ eventId: 7, status: 'registered' }),
  })
  const { client } = showPage(<CupShell id={7} />, { at: '/cups/7', viewer: { ...testViewer, id: 3 } })
  await (await card()).findByRole('button', { name: 'Register' })
  for (const queryKey of [['events'], ['cups', 'list', 'open']]) client.setQueryData(queryKey, [])
  await whenReady.click(await (await card()).findByRole('button', { name: 'Register' }))
  await waitFor(() =>
    expect(client.getQueryState(['events'])?.isInvalidated, 'the list of events').toBe(true),
  )
  expect(client.getQueryState(['cups', 'list', 'open'])?.isInvalidated).toBe(true)
})
