import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { aPerson, fakeApi } from '../../domains/moderation/testing/setup.ts'
import { whenReady } from '../../testing/actions.ts'
import { leaveAdmin, openAdmin, prepareAdmin, viewerOf } from '../../testing/admin-setup.tsx'
import { respondWith } from '../../testing/fake-api.ts'
import * as page from './moderation.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const at = '2026-01-05T15:04:00.000Z'
const stats = { kills: 5, deaths: 0, input: 'touch', pingMs: 40 }

const oneSided: ModerationCase = {
  id: 30,
  subjectType: 'pattern',
  subjectId: 30,
  status: 'open',
  subject: aPerson(40, 'Alexandra', { rank: 'Gold' }),
  pattern: 'one_sided',
  other: aPerson(41, 'Vexin', { rank: 'Helper' }),
  excerpt: '',
  mediaUrl: null,
  isThere: true,
  count: 1,
  class: 'boosting',
  severity: 'medium',
  accuracy: 50,
  firstAt: at,
  lastAt: at,
  reports: [
    {
      id: 30,
      reason: '8 matches in 24 hours, 8 won',
      reporter: null,
      class: 'boosting',
      matchId: null,
      evidence: {
        name: 'Alexandra',
        otherName: 'Vexin',
        matches: [
          {
            matchId: '00000000-0000-4000-8000-000000000002',
            mode: 'Boxing',
            endedAt: at,
            isNamed: false,
            gamertag: 'Alexandra',
            result: 'win',
            ...stats,
            reporter: null,
            opponent: { ...stats, kills: 0, deaths: 5, input: 'keyboard' },
            seconds: 9,
            usualSeconds: 60,
          },
        ],
      },
      server: null,
      chat: [],
      createdAt: at,
    },
  ],
  earlier: { removed: 0, dismissed: 0, actioned: 0 },
  restriction: null,
  claim: null,
  viewerReported: false,
  decidedAt: null,
  decidedBy: null,
  note: null,
  reopening: null,
}

const openAs = async (rank: 'Helper' | 'Moderator') => {
  fakeApi({
    'GET /api/admin/cases/30/timeline': respondWith([]),
    'GET /api/admin/cases/counts': respondWith({ open: 1, claimed: 0, mine: 0, nobody: 1 }),
    'GET /api/admin/cases?state=open&limit=50': respondWith([oneSided]),
  })
  await openAdmin(page, '/admin/moderation', viewerOf(rank))
  const row = within(await screen.findByRole('article', { name: /^Matches of Alexandra and Vexin/ }))
  expect(row.getByText(/^One-sided matches/)).toBeTruthy()
  await whenReady.click(row.getAllByRole('button')[0]!)
  await act(async () => {})
  return within(await screen.findByRole('dialog', { name: /^Matches of Alexandra and Vexin/ }))
}

test('[fair.70] a case of the detector shows both people, what was found and the matches', async () => {
  const card = await openAs('Moderator')
  const links = ['Alexandra', 'Vexin'].map((name) => card.getByRole('link', { name }).getAttribute('href'))
  expect(links).toEqual(['/player/40', '/player/41'])
  for (const text of [
    'One-sided matches',
    /Found by the site/,
    'Opponent',
    '9 s of 60 s',
    '0 / 5, keyboard, 40 ms',
  ])
    expect(card.getByText(text)).toBeTruthy()
  expect(card.getByRole('button', { name: 'No violation (matches of Alexandra and Vexin)' })).toBeTruthy()
  expect(card.queryByRole('button', { name: /^Remove|^Restrict/ })).toBeNull()
  // Nobody reported it, so nobody is told.
  expect(card.getAllByText('Closes the case.')).toHaveLength(2)
  expect(card.queryByText(/tells reporters/)).toBeNull()
})

test('[fair.70] who does not outrank the second person sees no buttons', async () => {
  const card = await openAs('Helper')
  expect(card.getByText('Only somebody with a higher rank can decide this.')).toBeTruthy()
  expect(card.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Close'])
})
