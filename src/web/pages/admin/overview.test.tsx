import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import type { AdminOverview, BackgroundJob } from '../../../contract/admin/admin-schemas.ts'
import { staffLists } from '../../../contract/staff-lists.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import { whenReady } from '../../testing/actions.ts'
import {
  asked,
  delayedResponse,
  hearFeed,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './overview.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const path = '/api/admin/overview'
const overview = (over: Partial<AdminOverview> = {}): AdminOverview => ({
  setup: [
    { key: 'name', done: false },
    { key: 'gameHost', done: true },
    { key: 'publicUrl', done: true },
    { key: 'look', done: false },
    { key: 'links', done: false },
    { key: 'discord', done: true },
    { key: 'gameServer', done: false },
    { key: 'staff', done: false },
    { key: 'mail', done: false },
    { key: 'backup', done: false },
  ],
  lastBackupAt: new Date(Date.now() - 9 * 86_400_000).toISOString(),
  gameServer: { pongAt: new Date(Date.now() - 60_000).toISOString(), heartbeatAt: null },
  counts: {
    pendingReports: 1,
    openApplications: 0,
    openModeration: 12,
    waitingAppeals: 2,
    unreadMessages: 1_204,
    members: 3_400,
    membersOnline: 17,
    rankedPlayers: 910,
    matchesToday: 88,
  },
  oldest: {
    pendingReports: new Date(Date.now() - 3 * 86_400_000).toISOString(),
    openApplications: null,
    openModeration: new Date(Date.now() - 7_200_000).toISOString(),
    waitingAppeals: new Date(Date.now() - 60_000).toISOString(),
    unreadMessages: new Date(Date.now() - 60_000).toISOString(),
  },
  content: { problems: [] },
  languageProblems: [],
  storage: null,
  gameServers: [
    { id: 3, name: 'New', createdAt: '2026-01-05T15:04:00.000Z', lastUsedAt: null, revokedAt: null },
    {
      id: 2,
      name: 'Practice EU',
      createdAt: '2026-01-05T15:04:00.000Z',
      lastUsedAt: new Date(Date.now() - 7_200_000).toISOString(),
      revokedAt: null,
    },
    {
      id: 1,
      name: 'Old',
      createdAt: '2026-01-05T15:04:00.000Z',
      lastUsedAt: null,
      revokedAt: '2026-01-06T15:04:00.000Z',
    },
  ],
  ...over,
})

const open = () => openAdmin(page, '/admin', viewerOf('Helper'))
const tiles = async () =>
  within(await screen.findByRole('list', { name: 'Waiting for staff' }))
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.textContent])

test('[admin.01] /admin links to what waits for the team, with how much there is and since when', async () => {
  fakeApi({ [`GET ${path}`]: respondWith(overview()) })
  await open()
  expect(await tiles()).toEqual([
    ['/staff-reports', '1Open bug reportoldest: 3 days ago'],
    ['/admin/applications', '0Open applicationsNothing is waiting'],
    ['/admin/moderation', '12Cases to moderateoldest: 2 h ago'],
    ['/admin/appeals', '2Appeals to reviewoldest: 1 min ago'],
    ['/admin/messages', '1,204Unread messagesoldest: 1 min ago'],
  ])
})

test('[languages.31] the staff home names texts of a language file that cannot be used', async () => {
  const problem =
    'content/languages/nl.po:4: “Not found”: it has the placeholders {gevonden} instead of (none)'
  fakeApi({ [`GET ${path}`]: respondWith({ ...overview(), languageProblems: [problem] }) })
  await open()
  const alert = await screen.findByText('A language file is not valid')
  expect(alert.closest('[role=alert]')?.textContent).toContain(problem)
  expect(screen.queryByText('A content file is not valid')).toBeNull()
})

test('[fair.94] The navigation says how much waits in each list, and follows the lists live', async () => {
  const zero = { reports: 0, applications: 0, moderation: 0, contact: 0, appeals: 0 }
  fakeApi({
    [`GET ${path}`]: respondWith(overview()),
    'GET /api/admin/waiting': inTurn({ ...zero, moderation: 1_000, appeals: 2 }, { ...zero, contact: 1 }),
  })
  await open()
  const nav = within(screen.getByRole('navigation', { name: 'Staff area' }))
  expect((await nav.findByRole('link', { name: 'Appeals 2 waiting' })).getAttribute('href')).toBe(
    '/admin/appeals',
  )
  expect(nav.getByRole('link', { name: 'Moderation 99+ waiting' })).toBeTruthy()
  expect(nav.getByRole('link', { name: 'Messages' })).toBeTruthy()
  await hearFeed('contact')
  expect(await nav.findByRole('link', { name: 'Messages 1 waiting' })).toBeTruthy()
  expect(nav.getByRole('link', { name: 'Appeals' })).toBeTruthy()
})

test('The staff home shows the figures of the network and each game-server key with its last use', async () => {
  fakeApi({ [`GET ${path}`]: respondWith(overview()) })
  await open()
  const figures = (await screen.findByRole('heading', { name: 'The network' })).parentElement?.textContent
  for (const text of [
    'Members3,400',
    'Members on the site17',
    'Last backup9 days ago',
    'Ranked players910',
    'Matches today (UTC)88',
  ])
    expect(figures).toContain(text)
  const keys = screen.getByRole('heading', { name: 'Game-server keys' }).parentElement as HTMLElement
  expect(
    within(keys)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Newnever used', 'Practice EUused 2 h ago', 'Oldrevoked'])
})

test('[owner.43] Admins see the free room of the disk, the size of the database and its growth per week; other staff do not', async () => {
  const disk = { freeBytes: 12_300_000_000, bytes: 40e9 }
  const shown = async (storage: AdminOverview['storage']) => {
    cleanup()
    queryClientForHere().clear()
    fakeApi({ [`GET ${path}`]: respondWith(overview({ storage })) })
    await open()
    await screen.findByRole('heading', { name: 'The network' })
    return screen.queryByRole('heading', { name: 'Storage' })?.parentElement?.textContent
  }
  expect(await shown(null)).toBeUndefined()
  expect(await shown({ disk, database: { bytes: 1.25e9, weeklyGrowth: 35_000_000 } })).toBe(
    'StorageFree on the disk12.30 GB of 40.00 GBDatabase1.25 GBGrowth per week+35.0 MB',
  )
  expect(await shown({ disk: null, database: { bytes: 9e6, weeklyGrowth: -2e6 } })).toBe(
    'StorageFree on the diskUnknownDatabase9.0 MBGrowth per week−2.0 MB',
  )
  expect(await shown({ disk, database: { bytes: 9e6, weeklyGrowth: null } })).toContain('Known after a week')
})

test('[guards.83] [settings.131] The checklist of a young site links to where each step is done, names what is to do, and goes once all of it is done', async () => {
  const done = overview().setup.map(({ key }) => ({ key, done: true }))
  fakeApi({ [`GET ${path}`]: inTurn(overview(), overview({ setup: done, gameServers: [] })) })
  await open()
  const list = (await screen.findByRole('heading', { name: 'Finish setting up' })).closest('div')
    ?.parentElement as HTMLElement
  expect(list.textContent).toContain('3 of 10 done')
  expect(list.textContent).toMatch(/Done: Game server address, .*Last pong: 1 min.*, last heartbeat: none/)
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'NameName your network. Every page, mail and card then says it.',
    'LookChoose logo, colours and the picture at the top of Home.',
    'Outside linksPut your own addresses into the links.',
    'First game serverMake a key for it among the game servers, and paste what the page shows.',
    'StaffSend somebody an invitation to join your team.',
    'MailName the mail server and where messages go, and send yourself a test.',
    'BackupThe newest is from 9 days ago. Make one, or choose the hour of a daily one, among the backups.',
  ])
  const linked = within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  expect(linked).toEqual(
    ['identity', 'look', 'links', 'game-servers', 'invites', 'mail', 'backups'].map(
      (page) => `/admin/settings/${page}`,
    ),
  )
  await hearFeed('reports')
  await waitFor(() => expect(screen.queryByText('Finish setting up')).toBeNull())
  expect(screen.getByRole('link', { name: 'game servers' }).getAttribute('href')).toBe(
    '/admin/settings/game-servers',
  )
})

test('[owner.44] The list names what has to be entered again, with links, also on a site that is set up', async () => {
  const setup: AdminOverview['setup'] = [
    { key: 'mailSignIn', done: false },
    { key: 'webhooks', done: false },
    ...overview().setup.map(({ key }) => ({ key, done: true })),
  ]
  fakeApi({ [`GET ${path}`]: respondWith(overview({ setup })) })
  await open()
  await screen.findByText('Sign-in at the mail server')
  const links = screen.getAllByRole('link', { name: /^Enter (it|them) again$/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/admin/settings/mail', '/admin/discord'])
})

test('A site that was never backed up is told so twice', async () => {
  fakeApi({ [`GET ${path}`]: respondWith(overview({ lastBackupAt: null })) })
  await open()
  expect(
    await screen.findByText(/^There is none\. Make one, or choose the hour of a daily one, among/),
  ).toBeTruthy()
  expect(screen.getByText('Never')).toBeTruthy()
})

test('A content file that is not valid is named above everything else', async () => {
  const problem = 'rules.yaml:3: sections: must not be empty'
  fakeApi({ [`GET ${path}`]: respondWith(overview({ content: { problems: [problem] } })) })
  await open()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(problem)
  expect(screen.getByText('Need work')).toBeTruthy()
})

test('While it loads the staff home says so', async () => {
  const held = delayedResponse(respondWith(overview()))
  fakeApi({ [`GET ${path}`]: held.respond })
  await open()
  expect(screen.getByRole('status').textContent).toBe('Loading the overview...')
  await held.release()
  await waitFor(() => expect(screen.queryByText('Loading the overview...')).toBeNull())
})

test('A failure shows Retry, which asks again and keeps the focus on the page', async () => {
  let responses = refuse(500, 'internal', 'Something went wrong on our side')
  const calls = fakeApi({ [`GET ${path}`]: () => responses() })
  await open()
  expect((await screen.findByRole('alert')).textContent).toContain('The overview could not be loaded')
  responses = respondWith(overview())
  await press('Retry')
  expect(await tiles()).toHaveLength(5)
  expect(asked(calls, path)).toBe(2)
  expect(screen.queryByRole('alert')).toBeNull()
  expect(document.activeElement).not.toBe(document.body)
})

describe('news of any list', () => {
  test.each(staffLists)('%s asks again, and the figures follow', async (list) => {
    const later = overview({ counts: { ...overview().counts, openApplications: 5 } })
    const calls = fakeApi({ [`GET ${path}`]: inTurn(overview(), later) })
    await open()
    expect((await tiles())[1]?.[1]).toContain('0Open applications')
    await hearFeed(list)
    await waitFor(async () => expect((await tiles())[1]?.[1]).toContain('5Open applications'))
    expect(asked(calls, path)).toBe(2)
  })
})

describe('[plugs.26] the jobs in the background', () => {
  const jobsPath = 'GET /api/admin/jobs'
  const job = (over: Partial<BackgroundJob> = {}): BackgroundJob => ({
    name: 'mails',
    runs: 9,
    failures: 0,
    lastSuccessAt: new Date(Date.now() - 7_200_000).toISOString(),
    lastFailureAt: null,
    lastError: null,
    waiting: null,
    waitingSince: null,
    isLate: false,
    ...over,
  })
  const openAs = (rank: Rank, jobs: () => Response | Promise<Response>) => {
    const calls = fakeApi({ [`GET ${path}`]: respondWith(overview()), [jobsPath]: jobs })
    return openAdmin(page, '/admin', viewerOf(rank)).then(() => calls)
  }
  const rows = async () => {
    const table = within(await screen.findByRole('region', { name: 'Background jobs, table' }))
    return table
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent)
  }

  test('are shown to Owners alone', async () => {
    const calls = await openAs('Manager', respondWith([job()]))
    await screen.findByRole('heading', { name: 'The network' })
    expect(screen.queryByRole('heading', { name: 'Background jobs' })).toBeNull()
    expect(asked(calls, '/api/admin/jobs')).toBe(0)
  })

  test('[owner.11] are a line while all run, which leads to all of them, and a row each where they are late or failing', async () => {
    const others = Array.from({ length: 46 }, (_, at) => job({ name: `sweep ${at}` }))
    await openAs('Owner', respondWith([job(), ...others]))
    const region = await screen.findByRole('region', { name: 'Background jobs' })
    expect(region.textContent).toContain('All 47 jobs run.')
    expect(screen.queryByRole('region', { name: 'Background jobs, table' })).toBeNull()
    await whenReady.click(screen.getByRole('link', { name: 'Show all 47' }))
    await waitFor(async () => expect(await rows()).toHaveLength(47))
    cleanup()
    queryClientForHere().clear()
    const failing = job({ name: 'sums', lastFailureAt: new Date().toISOString(), lastError: 'Error: no' })
    await openAs('Owner', respondWith([job({ isLate: true }), failing, ...others]))
    expect(await rows()).toEqual([expect.stringMatching(/^mails Late/), expect.stringMatching(/^sums /)])
    expect(screen.getByText(/^2 of 48 jobs are late or failing/)).toBeTruthy()
  })

  test('have their last success, failures, what waits and the last error, late ones with a word', async () => {
    const late = job({
      failures: 1_204,
      lastFailureAt: new Date(Date.now() - 60_000).toISOString(),
      lastError: 'Error: no such host',
      waiting: 1_000,
      waitingSince: new Date(Date.now() - 3 * 86_400_000).toISOString(),
      isLate: true,
    })
    const others = Array.from({ length: 9 }, (_, at) => job({ name: `sweep ${at}`, lastSuccessAt: null }))
    await openAs('Owner', respondWith([late, ...others]))
    const shown = await rows()
    expect(shown).toEqual(['mails Late2 h ago1,2041,000 or more3 days ago1 min ago: Error: no such host'])
    await whenReady.click(screen.getByRole('link', { name: 'Show all 10' }))
    await waitFor(async () => expect(await rows()).toHaveLength(10))
    expect((await rows())[1]).toBe('sweep 0 Not yet0–––')
  })

  test('say while they load, when none was seen, and when they failed, with Retry', async () => {
    const held = delayedResponse(refuse(500, 'internal', 'no'))
    let respond: () => Response | Promise<Response> = held.respond
    await openAs('Owner', () => respond())
    expect(await screen.findByText('Loading the jobs...')).toBeTruthy()
    await held.release()
    expect((await screen.findByRole('alert')).textContent).toContain('The jobs could not be loaded')
    respond = respondWith([])
    await press('Retry')
    expect(await screen.findByText(/^No job has run yet/)).toBeTruthy()
  })
})
