import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyRanks, type ListedRank, listRanks } from '../../../contract/accounts/ranks.ts'
import type { AdminOverview } from '../../../contract/admin/admin-schemas.ts'
import { queryClientForHere } from '../../platform/query-client.ts'
import {
  adminDocument,
  leaveAdmin,
  openAdmin,
  otherRanks,
  prepareAdmin,
  refusedTo,
  staffRanks,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as appeals from './appeals.tsx'
import * as audit from './audit.tsx'
import * as backups from './backups.tsx'
import * as discord from './discord.tsx'
import * as gameServers from './game-servers.tsx'
import * as handbook from './handbook.tsx'
import * as invites from './invites.tsx'
import * as keys from './keys.tsx'
import * as members from './members.tsx'
import * as messages from './messages.tsx'
import * as moderation from './moderation.tsx'
import * as news from './news.tsx'
import * as numbers from './numbers.tsx'
import * as home from './overview.tsx'
import * as punishments from './punishments.tsx'
import * as ranks from './ranks.tsx'
import * as rulings from './rulings.tsx'
import * as seasons from './seasons.tsx'
import * as settings from './settings.tsx'
import * as webhooks from './webhooks.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

/** Every page with who may enter. */
const pages = [
  ['/admin', home, staffRanks],
  ['/admin/moderation', moderation, staffRanks],
  ['/admin/appeals', appeals, staffRanks],
  ['/admin/punishments', punishments, staffRanks],
  ['/admin/rulings', rulings, staffRanks],
  ['/admin/messages', messages, staffRanks],
  ['/admin/members', members, staffRanks],
  ['/admin/handbook', handbook, staffRanks],
  ['/admin/numbers', numbers, ['Admin', 'Manager', 'Owner']],
  ['/admin/settings', settings, ['Admin', 'Manager', 'Owner']],
  ['/admin/settings/game-servers', gameServers, ['Manager', 'Owner']],
  ['/admin/settings/invites', invites, ['Manager', 'Owner']],
  ['/admin/settings/backups', backups, ['Manager', 'Owner']],
  ['/admin/settings/ranks', ranks, ['Manager', 'Owner']],
  ['/admin/audit', audit, ['Admin', 'Manager', 'Owner']],
  ['/admin/keys', keys, staffRanks],
  ['/admin/news', news, ['Admin', 'Manager', 'Owner']],
  ['/admin/seasons', seasons, ['Admin', 'Manager', 'Owner']],
  ['/admin/discord', discord, ['Admin', 'Manager', 'Owner']],
  ['/admin/webhooks', webhooks, ['Admin', 'Manager', 'Owner']],
] as const

const everybody = [null, ...[...otherRanks, ...staffRanks].map(viewerOf)]

describe.each(pages)('[admin.01] [admin.02] %s', (path, page, admitted: readonly string[]) => {
  const guests = everybody.filter((viewer) => viewer === null || !admitted.includes(viewer.rank))

  test('refuses the document of everybody else before anything is read, and leads to /auth with the reason', async () => {
    for (const viewer of guests) {
      const { redirect, requests } = await adminDocument(page, path, viewer)
      expect([viewer?.rank, redirect, requests]).toEqual([viewer?.rank, refusedTo, []])
    }
  })

  test('refuses them on a way inside the site as well, and makes no call', async () => {
    const calls = fakeApi({})
    for (const viewer of guests) {
      const { address, unmount } = await openAdmin(page, path, viewer)
      expect([viewer?.rank, address()]).toEqual([viewer?.rank, refusedTo])
      unmount()
    }
    expect(calls).toEqual([])
  })

  test('leads staff whose rank waits for a second factor to where they set it up, and reads nothing', async () => {
    const calls = fakeApi({})
    const viewer = { ...viewerOf('Owner'), rankWithheldBy: 'second-factor' as const }
    const { redirect, requests } = await adminDocument(page, path, viewer)
    expect([redirect, requests]).toEqual(['/profile#second-factor', []])
    const { address, unmount } = await openAdmin(page, path, viewer)
    expect([address(), calls]).toEqual(['/profile', []])
    unmount()
  })

  test('leads staff with a short password to where they change it, and reads nothing', async () => {
    const viewer = { ...viewerOf('Owner'), rankWithheldBy: 'password' as const }
    const { redirect, requests } = await adminDocument(page, path, viewer)
    expect([redirect, requests]).toEqual(['/profile#password', []])
  })

  test('[powers.32] leads a restricted Owner away like a member, and reads nothing', async () => {
    const calls = fakeApi({})
    const viewer = { ...viewerOf('Owner'), rankWithheldBy: 'restriction' as const }
    const { redirect, requests } = await adminDocument(page, path, viewer)
    expect([redirect, requests]).toEqual([refusedTo, []])
    const { address, unmount } = await openAdmin(page, path, viewer)
    expect([address(), calls]).toEqual([refusedTo, []])
    unmount()
  })

  test('admits whom it is for, with its data in the document', async () => {
    for (const rank of admitted) {
      queryClientForHere().setQueryData(['user'], viewerOf(rank as never))
      // Throws a redirect for everybody else.
      await page.clientLoader()
      const { redirect, requests } = await adminDocument(page, path, viewerOf(rank as never))
      // The queue of cases counts what its filters hold, the news count the subscribers, and Owners see the jobs.
      const hasSecond = ['/admin/moderation', '/admin/news', '/admin/settings/ranks'].includes(path)
      const expected = hasSecond || (path === '/admin' && rank === 'Owner') ? 2 : 1
      expect([rank, redirect, requests.length]).toEqual([rank, null, expected])
    }
  })

  test('[admin.01] shows the places of the staff area, and seasons and audit log among them to admins only', async () => {
    fakeApi({})
    for (const rank of admitted.filter((rank, at) => at === 0 || rank === 'Owner')) {
      const { address, unmount } = await openAdmin(page, path, viewerOf(rank as never))
      expect(address()).toBe(path)
      const nav = document.querySelector('nav[aria-label="Staff area"]')
      const links = [...(nav?.querySelectorAll('a') ?? [])]
      const isAdmin = ['Admin', 'Manager', 'Owner'].includes(rank)
      expect(links.map((link) => link.getAttribute('href'))).toEqual([
        '/admin',
        '/staff-reports',
        '/admin/applications',
        '/admin/moderation',
        '/admin/appeals',
        '/admin/punishments',
        '/admin/rulings',
        '/admin/messages',
        '/admin/events',
        ...(isAdmin ? ['/admin/news'] : []),
        '/admin/practice',
        ...(isAdmin ? ['/admin/seasons', '/admin/discord', '/admin/webhooks'] : []),
        '/admin/members',
        '/admin/handbook',
        ...(isAdmin ? ['/admin/numbers', '/admin/settings', '/admin/audit'] : []),
        '/admin/keys',
      ])
      expect(nav?.querySelector('[aria-current=page]')?.getAttribute('href')).toBe(
        path.startsWith('/admin/settings') ? '/admin/settings' : path,
      )
      unmount()
    }
  })
})

const emptyOverview: AdminOverview = {
  setup: [],
  gameServer: { pongAt: null, heartbeatAt: null },
  lastBackupAt: null,
  storage: null,
  counts: {
    ...{ pendingReports: 0, openApplications: 0, openModeration: 0, waitingAppeals: 0, unreadMessages: 0 },
    ...{ members: 0, membersOnline: 0, rankedPlayers: 0, matchesToday: 0 },
  },
  oldest: {
    ...{ pendingReports: null, openApplications: null, openModeration: null },
    ...{ waitingAppeals: null, unreadMessages: null },
  },
  content: { problems: [] },
  languageProblems: [],
  gameServers: [],
}

describe('a rank with areas', () => {
  const ranks: readonly ListedRank[] = [
    { key: 'Writer', name: 'Writer', power: 'admin', areas: ['news'] },
    { key: 'Event manager', name: 'Event manager', power: 'product', areas: ['events', 'modes'] },
    { key: 'Appeals judge', name: 'Appeals judge', power: 'moderator', areas: ['appeals'] },
    { key: 'Operator', name: 'Operator', power: 'manager', areas: ['settings', 'members'] },
  ]
  const opened: Readonly<Record<string, readonly string[]>> = {
    Writer: ['/admin/news'],
    'Event manager': ['/admin/events', '/admin/practice'],
    'Appeals judge': ['/admin/appeals'],
    Operator: ['/admin/discord', '/admin/webhooks', '/admin/members', '/admin/settings'],
  }
  beforeEach(() => applyRanks([...listRanks(), ...ranks]))
  afterEach(() => applyRanks())

  test.each(ranks)(
    '[owner.68] $name is led away from pages of other areas, and nothing is read',
    async ({ key }) => {
      const calls = fakeApi({})
      for (const [path, page] of pages) {
        const section = path.startsWith('/admin/settings') ? '/admin/settings' : path
        if (['/admin', '/admin/handbook', '/admin/keys', ...(opened[key] ?? [])].includes(section)) continue
        const { redirect, requests } = await adminDocument(page, path, viewerOf(key))
        expect([path, redirect, requests]).toEqual([path, refusedTo, []])
        const { address, unmount } = await openAdmin(page, path, viewerOf(key))
        expect([path, address()]).toEqual([path, refusedTo])
        unmount()
      }
      expect(calls).toEqual([])
    },
  )

  test.each(ranks)(
    '[owner.68] $name finds in menu and overview what its areas open, and nothing else',
    async ({ key }) => {
      fakeApi({ 'GET /api/admin/overview': respondWith(emptyOverview) })
      const { unmount } = await openAdmin(home, '/admin', viewerOf(key))
      const nav = document.querySelector('nav[aria-label="Staff area"]')
      const hrefs = (links: Iterable<Element>) => [...links].map((link) => link.getAttribute('href'))
      const of = opened[key] ?? []
      expect(hrefs(nav?.querySelectorAll('a') ?? []).toSorted()).toEqual(
        ['/admin', '/admin/handbook', '/admin/keys', ...of].toSorted(),
      )
      await screen.findByText('The network')
      const tiles = document.querySelectorAll('[aria-label="Waiting for staff"] a')
      expect(hrefs(tiles)).toEqual(key === 'Appeals judge' ? ['/admin/appeals'] : [])
      expect(screen.queryByText('Game-server keys') !== null).toBe(key === 'Operator')
      unmount()
    },
  )
})

describe('the addresses of narrowed lists', () => {
  test('bring what they say in the document, and the usual where they say nothing known', async () => {
    const owner = viewerOf('Owner')
    const askedFor = async (page: Parameters<typeof adminDocument>[0], path: string) =>
      (await adminDocument(page, path, owner)).requests
    expect(await askedFor(moderation, '/admin/moderation?show=decided')).toEqual([
      '/api/admin/cases {"state":"decided","limit":50}',
      '/api/admin/cases/counts {}',
    ])
    expect(await askedFor(moderation, '/admin/moderation?show=nonsense')).toEqual([
      '/api/admin/cases {"state":"open","limit":50}',
      '/api/admin/cases/counts {}',
    ])
    expect(await askedFor(messages, '/admin/messages?show=flagged')).toEqual([
      '/api/admin/messages {"limit":50,"show":"flagged"}',
    ])
    expect(await askedFor(audit, '/admin/audit?what=member')).toEqual([
      '/api/admin/audit {"limit":50,"action":"member"}',
    ])
  })
})

test('Anyone who signs out on a staff page is led to /auth, and nothing of the staff area stays', async () => {
  fakeApi({ 'GET /api/admin/members?limit=50': respondWith([]) })
  const { address, container } = await openAdmin(members, '/admin/members', viewerOf('Helper'))
  await act(async () => void queryClientForHere().setQueryData(['user'], null))
  await waitFor(() => expect(address()).toBe('/auth'))
  expect(container.textContent).not.toContain('Members')
})

test('Anyone who is no longer staff is led away with the reason when the next call is refused', async () => {
  fakeApi({
    'GET /api/admin/members?limit=50': refuse(403, 'forbidden', 'You are not allowed to do this'),
    'GET /api/user': respondWith(viewerOf('Member')),
  })
  const { address } = await openAdmin(members, '/admin/members', viewerOf('Helper'))
  await waitFor(() => expect(address()).toBe(refusedTo))
})
