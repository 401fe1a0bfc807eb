import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { FollowFeedItem } from '../../../../contract/players/follows-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { aMatch, part } from '../testing/setup.tsx'
import { FollowFeed } from './follow-feed.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = 'GET /api/follows/feed'
const { ratings: _ratings, ...match } = aMatch({
  players: [part(6, 'Bob'), part(5, 'Alexandra', { result: 'loss' })],
})
const played: FollowFeedItem = {
  at: match.endedAt,
  user: { id: 5, username: 'Alexandra', avatarUrl: null, rank: 'Member' },
  match,
  post: null,
  milestone: null,
}
const posted: FollowFeedItem = { ...played, match: null, post: { id: 7, content: 'Won <b>all</b>' } }
const reached: FollowFeedItem = {
  ...played,
  match: null,
  milestone: { text: 'reached 100 wins', link: '/match/1' },
}

const open = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <MemoryRouter>
        <FollowFeed />
      </MemoryRouter>
    </TestProviders>,
  )

test('[voice.60] a failure can be retried, and an empty feed says where to follow', async () => {
  const responses = { [path]: refuse(400, 'bad_request', 'Bad request') }
  fakeApi(responses)
  open()
  await screen.findByText('Failed to load news of the players you follow.')
  responses[path] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText(/Nothing new in the last few days/)
  expect(screen.getByRole('link', { name: 'player page' }).getAttribute('href')).toBe('/community')
})

test('[voice.60] matches, posts and milestones say what happened and lead there; text is text', async () => {
  fakeApi({ [path]: respondWith([posted, played, reached]) })
  open()
  const [post, result, milestone] = await screen.findAllByRole('listitem')
  expect(post?.textContent).toContain('Alexandra postedWon <b>all</b>')
  expect(result?.textContent).toContain('Alexandra lost to Bob in Boxing')
  expect(milestone?.textContent).toContain('Alexandra reached 100 wins')
  expect(screen.getByRole('link', { name: 'posted' }).getAttribute('href')).toBe('/posts/7')
  expect(screen.getByRole('link', { name: 'Boxing' }).getAttribute('href')).toBe(`/match/${match.matchId}`)
})

test('[tonight.27] several matches of one player are one row with their score, which leads to the player', async () => {
  const of = (n: number, result: 'win' | 'loss') => ({
    ...played,
    match: {
      ...match,
      matchId: `0192f0c1-2345-7000-8000-00000000000${n}`,
      players: [part(6, 'Bob'), part(5, 'Alexandra', { result })],
    },
  })
  fakeApi({ [path]: respondWith([of(1, 'win'), posted, of(2, 'loss'), of(3, 'win')]) })
  open()
  const rows = await screen.findAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(rows[0]?.textContent).toContain('Alexandra 2–1 in 3 matches')
  expect(screen.getByRole('link', { name: '2–1 in 3 matches' }).getAttribute('href')).toBe('/player/5')
})
