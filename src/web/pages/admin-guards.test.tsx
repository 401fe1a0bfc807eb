import { act, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { queryClientForHere } from '../platform/query-client.ts'
import {
  adminDocument,
  leaveAdmin,
  openAdmin,
  otherRanks,
  prepareAdmin,
  refusedTo,
  staffRanks,
  viewerOf,
} from '../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import * as home from './admin.tsx'
import * as appeals from './admin-appeals.tsx'
import * as audit from './admin-audit.tsx'
import * as backups from './admin-backups.tsx'
import * as discord from './admin-discord.tsx'
import * as gameServers from './admin-game-servers.tsx'
import * as handbook from './admin-handbook.tsx'
import * as invites from './admin-invites.tsx'
import * as members from './admin-members.tsx'
import * as messages from './admin-messages.tsx'
import * as moderation from './admin-moderation.tsx'
import * as news from './admin-news.tsx'
import * as numbers from './admin-numbers.tsx'
import * as punishments from './admin-punishments.tsx'
import * as ranks from './admin-ranks.tsx'
import * as rulings from './admin-rulings.tsx'
import * as seasons from './admin-seasons.tsx'
import * as settings from './admin-settings.tsx'

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
  ['/admin/news', news, ['Admin', 'Manager', 'Owner']],
  ['/admin/seasons', seasons, ['Admin', 'Manager', 'Owner']],
  ['/admin/discord', discord, ['Admin', 'Manager', 'Owner']],
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
        ...(isAdmin ? ['/admin/seasons', '/admin/discord'] : []),
        '/admin/members',
        '/admin/handbook',
        ...(isAdmin ? ['/admin/numbers', '/admin/settings', '/admin/audit'] : []),
      ])
      expect(nav?.querySelector('[aria-current=page]')?.getAttribute('href')).toBe(
        path.startsWith('/admin/settings') ? '/admin/settings' : path,
      )
      unmount()
    }
  })
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
