import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../domains/players/testing/setup.tsx'
import { fillBrowserGaps } from '../domains/posts/testing/browser-gaps.ts'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testViewer } from '../testing/site.tsx'
import FollowingPage from './following.tsx'

beforeEach(() => {
  fillBrowserGaps()
  act(clearToasts)
})
afterEach(() => vi.unstubAllGlobals())

const list = 'GET /api/follows'
const alex = {
  user: { id: 5, username: 'Alex', avatarUrl: null, rank: 'Gold' },
  isMuted: false,
  followedAt: '2026-01-05T15:04:00.000Z',
}

const open = (
  responses: Record<string, () => Response | Promise<Response>>,
  viewer: typeof testViewer | null = testViewer,
) => {
  responses['GET /api/blocks'] = respondWith([])
  return { calls: fakeApi(responses), ...openPage('/following', FollowingPage, '/following', viewer) }
}

test('[voice.59] who is signed out is led to sign in', async () => {
  const { router } = open({}, null)
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
})

test('[voice.59] a failure can be retried, and an empty list says where to follow', async () => {
  const responses = { [list]: refuse(400, 'bad_request', 'Bad request') }
  open(responses)
  await screen.findByText('The players you follow could not be loaded')
  responses[list] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('You do not follow anybody yet')
  expect(screen.getByRole('link', { name: 'Search for a player' }).getAttribute('href')).toBe('/community')
})

test('[voice.59] players of the list are muted and unfollowed', async () => {
  const path = '/api/players/5/follow'
  const responses = {
    [list]: respondWith([alex]),
    [`PATCH ${path}`]: respondWith({ isFollowing: true, isMuted: true }),
    [`DELETE ${path}`]: respondWith({ isFollowing: false, isMuted: false }),
  }
  const { calls } = open(responses)
  expect((await screen.findByRole('link', { name: 'Alex' })).getAttribute('href')).toBe('/player/5')
  responses[list] = respondWith([{ ...alex, isMuted: true }])
  await whenReady.click(screen.getByRole('button', { name: 'Mute Alex' }))
  await screen.findByText('Muted')
  responses[list] = respondWith([])
  await whenReady.click(await screen.findByRole('button', { name: 'Unfollow Alex' }))
  await screen.findByText('You do not follow anybody yet')
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body])).toEqual([
    ['PATCH', { isMuted: true }],
    ['DELETE', undefined],
  ])
})
