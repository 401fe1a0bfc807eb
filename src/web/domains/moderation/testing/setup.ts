import { act, screen, within } from '@testing-library/react'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { CasePerson, ModerationCase } from '../../../../contract/moderation/moderation-schemas.ts'
import { noStats } from '../../../../contract/rankings/stats.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi as fakeServer, respondWith } from '../../../testing/fake-api.ts'

export const openPath = '/api/admin/cases?state=open&limit=50'
export const decidedPath = '/api/admin/cases?state=decided&limit=50'
export const countsPath = '/api/admin/cases/counts'
const counts = { open: 2, claimed: 1, mine: 0, nobody: 1 }

/** Lists of cases are given as the cases alone. */
export const fakeApi = (responses: Readonly<Record<string, () => Response | Promise<Response>>>) =>
  fakeServer({
    [`GET ${countsPath}`]: respondWith(counts),
    ...Object.fromEntries(
      Array.from({ length: 100 }, (_, id) => [`GET /api/admin/cases/${id}/timeline`, respondWith([])]),
    ),
    // What a case shows of its people.
    ...Object.fromEntries(
      Array.from({ length: 100 }, (_, id) => [
        [`GET /api/stats/${id}`, respondWith(noStats('overall'))],
        [`GET /api/players/${id}/matches`, respondWith([])],
      ]).flat(),
    ),
    ...Object.fromEntries(
      Object.entries(responses).map(([call, respond]) => [
        call,
        call.startsWith('GET /api/admin/cases?')
          ? async () => {
              const response = await respond()
              return response.ok ? Response.json({ cases: await response.json(), next: null }) : response
            }
          : respond,
      ]),
    ),
  })
export const decisions = 'POST /api/admin/moderation/decisions'
export const at = '2026-01-05T15:04:00.000Z'

export const aPerson = (
  id: number,
  username: string,
  { rank = 'Member', isMember = true }: { readonly rank?: Rank; readonly isMember?: boolean } = {},
): CasePerson => ({
  id,
  username,
  rank,
  isMember,
  isPlayer: true,
  createdAt: at,
  formerNames: [],
  otherCases: [],
})

export const aCase = (over: Partial<ModerationCase> = {}): ModerationCase => ({
  id: 20,
  subjectType: 'post',
  subjectId: 5,
  status: 'open',
  subject: aPerson(40, 'Alexandra', { rank: 'Gold' }),
  pattern: null,
  other: null,
  excerpt: 'Free diamonds <b>here</b>',
  mediaUrl: null,
  isThere: true,
  count: 2,
  class: 'other',
  severity: 'low',
  accuracy: 50,
  firstAt: at,
  lastAt: at,
  reports: [
    {
      id: 20,
      reason: 'A scam',
      reporter: { id: 8, username: 'Pyrite' },
      class: 'other',
      matchId: null,
      evidence: null,
      server: null,
      chat: [],
      createdAt: at,
    },
    {
      id: 19,
      reason: 'Phishing',
      reporter: null,
      class: 'other',
      matchId: null,
      evidence: null,
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
  ...over,
})
export const aPlayerCase = (over: Partial<ModerationCase> = {}) =>
  aCase({
    id: 18,
    subjectType: 'player',
    subjectId: 41,
    subject: aPerson(41, 'Vexin'),
    excerpt: '',
    count: 1,
    reports: [
      {
        id: 18,
        reason: 'Reach',
        reporter: { id: 8, username: 'Pyrite' },
        class: 'cheating',
        matchId: '00000000-0000-4000-8000-000000000001',
        evidence: null,
        server: null,
        chat: [],
        createdAt: at,
      },
    ],
    ...over,
  })

export const rowOf = async (name: RegExp) => within(await screen.findByRole('article', { name }))
/** The detail of a case, opened as a press on its row does. */
export async function cardOf(name: RegExp) {
  const title = within(await screen.findByRole('article', { name })).getAllByRole('button')[0]!
  if (title.getAttribute('aria-expanded') !== 'true') {
    title.focus()
    await whenReady.click(title)
    await act(async () => {})
  }
  return within(await screen.findByRole('dialog', { name }))
}
export const note = (card: Awaited<ReturnType<typeof cardOf>>) =>
  card.getByLabelText<HTMLTextAreaElement>('Note for the team')
