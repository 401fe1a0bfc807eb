import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Champion, Season } from '../../contract/rankings/seasons-schemas.ts'
import { seasonCupsQuery } from '../domains/cups/cup-queries.ts'
import { expectToast, showPage } from '../domains/events/testing/setup.tsx'
import { documentOf } from '../domains/players/testing/setup.tsx'
import { seasonsQuery } from '../domains/rankings/seasons/season-queries.ts'
import { api } from '../platform/api.ts'
import { prefetchedFrom, queriesOf } from '../platform/prefetched-data.ts'
import { makeQueryClient, queryClientForHere } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testSite, testViewer } from '../testing/site.tsx'
import AdminSeasons from './admin/seasons.tsx'
import Seasons, { loader, meta } from './seasons.tsx'

afterEach(() => {
  queryClientForHere().clear()
  vi.unstubAllGlobals()
})

const list = 'GET /api/seasons'

const champion: Champion = {
  mode: 'sumo',
  ladder: 'team',
  user: { id: 7, username: 'Ada', avatarUrl: null, rank: 'Member' },
  rating: 1_812.4,
  tier: 'Amethyst',
  tierColour: '#cfa8ff',
}
const season = (over: Partial<Season> = {}): Season => ({
  id: 3,
  name: 'Winter',
  startsAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2026-02-01T00:00:00.000Z',
  state: 'closed',
  champions: [],
  version: 5,
  ...over,
})
const running = season({ id: 4, name: 'Spring', state: 'running', endsAt: '2090-01-01T00:00:00.000Z' })

test('[ranked.34] /seasons lists every season, newest first, with its boards and the champion of each mode', async () => {
  fakeApi({
    [list]: respondWith([
      season({ id: 5, name: 'Summer', state: 'coming' }),
      running,
      season({ champions: [champion] }),
    ]),
    'GET /api/cups?season=4': refuse(500, 'internal', 'Internal Server Error'),
  })
  showPage(<Seasons />, { at: '/seasons' })
  await screen.findByText('Winter')
  const cards = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(cards).toEqual(['Summer', 'Spring', 'Winter'])
  expect(['Coming', 'Running', 'Ended'].map((state) => screen.getByText(state))).toHaveLength(3)
  expect(screen.queryByRole('navigation', { name: 'Boards of Summer' })).toBeNull()
  const boards = within(screen.getByRole('navigation', { name: 'Boards of Spring' }))
  expect(boards.getByRole('link', { name: 'Sumo' }).getAttribute('href')).toBe(
    '/leaderboards?gameType=sumo&by=rating&season=4',
  )
  const champions = within(screen.getByRole('list', { name: 'Champions of Winter' })).getAllByRole('listitem')
  expect(champions.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Sumo, teamsAda1,812 Amethyst'),
  ])
})

test('[cups.106] Cups of a season stand on the page of seasons, each with its champion and the mark of a later ruling', async () => {
  const ended = {
    ...{ id: 9, title: 'Friday Cup', format: 'single', mode: { key: 'sumo', name: 'Sumo' }, phase: 'final' },
    ...{ startDate: null, endDate: null, size: 1, seats: 8, entrantCount: 8 },
    champion: { id: 1, username: 'Ann', isMarked: true },
  }
  const calls = fakeApi({
    [list]: respondWith([season({ id: 5, name: 'Summer', state: 'coming' }), running, season()]),
    'GET /api/cups?season=4': respondWith([ended, { ...ended, id: 8, title: 'Sunday Cup', champion: null }]),
  })
  showPage(<Seasons />, { at: '/seasons' })
  const cups = within(await screen.findByRole('list', { name: 'Cups of Spring' }))
  expect(cups.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Friday Cup SumoChampion:AnnRuled on later',
    'Sunday Cup SumoNo champion',
  ])
  expect(cups.getByRole('link', { name: /Friday Cup/ }).getAttribute('href')).toBe('/cups/9')
  // Only the season that runs is asked for before it is opened, and one to come has none.
  expect(calls.filter(({ path }) => path.startsWith('/api/cups'))).toHaveLength(1)
  expect(screen.getAllByText('Cups that ended in this season')).toHaveLength(2)
})

test('[evening.93] The document of the seasons has the cups of the running one, and asks for no others', async () => {
  const asked: unknown[] = []
  const { args, reported } = documentOf('/seasons', '', {
    '/api/seasons': () => [season({ id: 5, state: 'coming' }), running, season()],
    '/api/cups': (parameters) => {
      asked.push(parameters)
      return []
    },
  })
  const loaded = await loader(args)
  expect(queriesOf(loaded).map(([key]) => key)).toEqual([
    seasonsQuery(api).queryKey,
    seasonCupsQuery(api, running.id).queryKey,
  ])
  expect(asked).toHaveLength(1)
  expect(reported).toEqual([])
})

test('[ranked.34] Without seasons the page says so; a failure has Retry', async () => {
  fakeApi({ [list]: respondWith([]) })
  const { unmount } = showPage(<Seasons />, { at: '/seasons' })
  await screen.findByText('No season yet')
  unmount()
  const calls = fakeApi({ [list]: refuse(500, 'internal', 'Internal Server Error') })
  showPage(<Seasons />, { at: '/seasons' })
  await whenReady.click(await screen.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(calls.length).toBeGreaterThan(1))
})

test('[ranked.61] A link to the seasons unfurls with the champions of the newest closed one', async () => {
  const imageWith = (seasons: Season[] | undefined) => {
    const client = makeQueryClient()
    if (seasons !== undefined) client.setQueryData(seasonsQuery(api).queryKey, seasons)
    const loaderData = prefetchedFrom(client)
    const matches = [{ id: 'root', loaderData: { site: testSite } }]
    const tags = meta({ matches, loaderData } as never) as { property?: string; content?: string }[]
    return tags.find(({ property }) => property === 'og:image')?.content
  }
  const [closed, older] = [season({ champions: [champion] }), season({ id: 2, champions: [champion] })]
  expect(imageWith([running, closed, older])).toMatch(/\/share\/season\/3\.png$/)
  expect(imageWith([running, season()])).toMatch(/\/share\/page\/seasons\.png$/)
  expect(imageWith(undefined)).toMatch(/\/share\/page\/seasons\.png$/)
})

const owner = { ...testViewer, rank: 'Owner' as const }
const press = async (name: string) => await whenReady.click(await screen.findByRole('button', { name }))

test('[ranked.37] Admins plan a season in their own time zone; what is refused is said at the field', async () => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    [list]: respondWith([]),
    'POST /api/admin/seasons': refuse(400, 'validation', 'The start must be in the future', {
      startsAt: 'The start must be in the future',
    }),
  }
  const calls = fakeApi(responses)
  showPage(<AdminSeasons />, { viewer: owner, at: '/admin/seasons' })
  await press('New season')
  const dialog = within(await screen.findByRole('dialog'))
  const type = async (label: RegExp, value: string) =>
    await whenReady.change(dialog.getByLabelText(label), { target: { value } })
  await type(/^Name/, 'Summer')
  await type(/^Start/, '2080-06-01T00:00')
  await type(/^End/, '2080-05-01T00:00')
  await whenReady.click(dialog.getByRole('button', { name: 'Create season' }))
  await dialog.findByText('The end must be after the start')
  await type(/^End/, '2080-07-01T00:00')
  await whenReady.click(dialog.getByRole('button', { name: 'Create season' }))
  await dialog.findByText('The start must be in the future')
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    {
      name: 'Summer',
      startsAt: new Date('2080-06-01T00:00').toISOString(),
      endsAt: new Date('2080-07-01T00:00').toISOString(),
    },
  ])
})

test('[owner.06] A season starts now only where that was chosen: without a whole date it is refused', async () => {
  const coming = season({ name: 'Summer', state: 'coming', startsAt: '2080-06-01T00:00:00.000Z' })
  const ends = { endsAt: '2080-07-01T00:00:00.000Z' }
  const calls = fakeApi({
    [list]: respondWith([{ ...coming, ...ends }]),
    'PATCH /api/admin/seasons/3': respondWith({ ...coming, ...ends, state: 'running' }),
  })
  showPage(<AdminSeasons />, { viewer: owner, at: '/admin/seasons' })
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog'))
  const save = () => whenReady.click(dialog.getByRole('button', { name: 'Save changes' }))
  const start = dialog.getByLabelText<HTMLInputElement>('Start')
  expect(start.required).toBe(true)
  // A half-filled field has no value.
  await whenReady.change(start, { target: { value: '' } })
  await save()
  await dialog.findByText(/^The start must be a date with time/)
  const box = dialog.getByRole('checkbox', { name: 'It starts now' })
  await whenReady.click(box)
  expect(dialog.queryByLabelText('Start')).toBeNull()
  await whenReady.click(box)
  expect(dialog.getByLabelText<HTMLInputElement>('Start').value).toMatch(/^2080-0/)
  await whenReady.click(box)
  await save()
  await expectToast('Season updated', 'Summer')
  expect(calls.filter(({ method }) => method !== 'GET').map(({ body }) => body)).toEqual([
    { startsAt: 'now' },
  ])
})

test('[ranked.37] A begun season keeps its start, and only a running one can be ended, after a confirmation', async () => {
  const calls = fakeApi({
    [list]: respondWith([running]),
    'POST /api/admin/seasons/4/end': respondWith({ ...running, state: 'closing' }),
  })
  showPage(<AdminSeasons />, { viewer: owner, at: '/admin/seasons' })
  await press('Edit')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText(/^Start/)).toBeNull()
  expect(dialog.getByLabelText(/^End/)).toBeTruthy()
  await whenReady.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('End now')
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await press('End season')
  await expectToast('Season ended', 'Spring')
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/admin/seasons/4/end',
  ])
})

test('[ranked.37] A season with matches stays, and the reason is said', async () => {
  fakeApi({
    [list]: respondWith([season()]),
    'DELETE /api/admin/seasons/3': refuse(409, 'conflict', 'The season has matches and cannot be deleted'),
  })
  showPage(<AdminSeasons />, { viewer: owner, at: '/admin/seasons' })
  await press('Delete')
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  )
  await screen.findByText('The season has matches and cannot be deleted')
})

test('[powers.99] A season that was ended early says when it would end, and one button lets it go on; others have none', async () => {
  const plannedEnd = '2080-07-01T12:00:00.000Z'
  const stored = [season({ state: 'closing', plannedEnd }), season({ id: 2, state: 'closed' })]
  const calls = fakeApi({
    [list]: respondWith(stored),
    'POST /api/admin/seasons/3/end/undo': respondWith(season({ state: 'running' })),
  })
  showPage(<AdminSeasons />, { viewer: owner, at: '/admin/seasons' })
  const buttons = await screen.findAllByRole('button', { name: /^Undo: end on / })
  expect(buttons).toHaveLength(1)
  await whenReady.click(buttons[0]!)
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
})
