import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PublicUser } from '../../contract/accounts/users-schemas.ts'
import { MemberActions } from '../domains/moderation/member-actions.tsx'
import { PlayerActions } from '../domains/moderation/player-actions.tsx'
import { openPage } from '../domains/players/testing/setup.tsx'
import { CommentCard } from '../domains/posts/comments/comment-card.tsx'
import { OtherCommentActions } from '../domains/posts/comments/other-comment-actions.tsx'
import { OtherPostActions } from '../domains/posts/other-post-actions.tsx'
import { fillBrowserGaps } from '../domains/posts/testing/browser-gaps.ts'
import { aPost } from '../domains/posts/testing.tsx'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testViewer } from '../testing/site.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import FollowingPage from './following.tsx'

beforeEach(() => {
  fillBrowserGaps()
  act(clearToasts)
})
afterEach(() => vi.unstubAllGlobals())

const path = '/api/players/40/block'
const { user } = aPost()
const player: PublicUser = {
  ...user,
  bio: null,
  discordTag: null,
  createdAt: '2026-01-05T15:04:00.000Z',
  lastLogin: null,
  gamertag: null,
  standing: 'member',
}
const comment = {
  id: 3,
  postId: 1,
  newsSlug: null,
  userId: 40,
  content: 'Rude',
  createdAt: player.createdAt,
  user,
}

const show = (
  responses: Parameters<typeof fakeApi>[0],
  Page: () => React.ReactNode,
  viewer = testViewer,
) => ({
  calls: fakeApi(responses),
  ...openPage(
    '/here',
    () => (
      <>
        <Page />
        <ToastRegion />
      </>
    ),
    '/here',
    viewer,
  ),
})

const changes = (calls: ReturnType<typeof fakeApi>) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path: at }) => `${method} ${at}`)

test('[evening.35] a player’s page blocks its member after a question, says so and unblocks', async () => {
  const responses = {
    [`GET ${path}`]: respondWith({ isBlocked: false }),
    [`PUT ${path}`]: respondWith({ isBlocked: true }),
    [`DELETE ${path}`]: respondWith({ isBlocked: false }),
  }
  const { calls } = show(responses, () => <PlayerActions player={player} />)
  await whenReady.click(await screen.findByRole('button', { name: 'Block' }))
  await screen.findByRole('alertdialog', { name: /^Block\s*Alexandra/ })
  expect(changes(calls)).toEqual([])
  responses[`GET ${path}`] = respondWith({ isBlocked: true })
  await whenReady.click(screen.getByRole('button', { name: 'Block' }))
  const unblock = await screen.findByRole('button', { name: 'Unblock' })
  responses[`GET ${path}`] = respondWith({ isBlocked: false })
  await whenReady.click(unblock)
  await screen.findByRole('button', { name: 'Block' })
  expect(changes(calls)).toEqual([`PUT ${path}`, `DELETE ${path}`])
})

test.each([
  ['themselves', { ...player, id: testViewer.id }],
  ['staff', { ...player, rank: 'Moderator' }],
  ['a player without an account', { ...player, standing: 'unclaimed' as const }],
])('[evening.35] nobody is offered to block %s', (_, one) => {
  show({}, () => <MemberActions player={one} />)
  expect(screen.queryByRole('button', { name: 'Block' })).toBeNull()
})

test.each([
  ['post', () => <OtherPostActions post={aPost()} />],
  ['comment', () => <OtherCommentActions comment={comment} />],
])(
  '[evening.35] the menu of a %s blocks its author after a question; a failure is said',
  async (what, Menu) => {
    const responses = { [`PUT ${path}`]: refuse(409, 'conflict', 'You can block at most 500 members') }
    const { calls } = show(responses, Menu)
    const options = await screen.findByRole('button', { name: `Options for the ${what} by Alexandra` })
    await whenReady.keyDown(options, { key: 'Enter' })
    await whenReady.click(screen.getByRole('menuitem', { name: 'Block' }))
    await whenReady.click(await screen.findByRole('button', { name: 'Block' }))
    await screen.findByText('You can block at most 500 members')
    expect(changes(calls)).toEqual([`PUT ${path}`])
  },
)

test('[tonight.47] a comment whose author was just blocked folds, and Undo unfolds it', async () => {
  const subject = { type: 'post', id: 1 } as const
  const { calls } = show(
    {
      [`PUT ${path}`]: respondWith({ isBlocked: true }),
      [`DELETE ${path}`]: respondWith({ isBlocked: false }),
    },
    () => (
      <ol>
        <CommentCard
          subject={subject}
          comment={comment}
          hasMore={false}
          linkedId={undefined}
          writing="comment"
          onWriting={() => {}}
        />
      </ol>
    ),
  )
  await whenReady.keyDown(await screen.findByRole('button', { name: /^Options/ }), { key: 'Enter' })
  await whenReady.click(screen.getByRole('menuitem', { name: 'Block' }))
  await whenReady.click(await screen.findByRole('button', { name: 'Block' }))
  const undo = await screen.findByRole('button', { name: 'Undo' })
  expect(undo.closest('li')?.textContent).toBe('Blocked: Alexandra · Undo')
  expect(screen.queryByText('Rude')).toBeNull()
  await whenReady.click(undo)
  await screen.findByText('Rude')
  expect(changes(calls)).toEqual([`PUT ${path}`, `DELETE ${path}`])
})

test('[evening.35] the list of blocked members can be retried, and unblocks', async () => {
  const list = 'GET /api/blocks'
  const responses = {
    'GET /api/follows': respondWith([]),
    [list]: refuse(400, 'bad_request', 'Bad request'),
    [`DELETE ${path}`]: respondWith({ isBlocked: false }),
  }
  const { calls } = show(responses, FollowingPage as () => React.ReactNode)
  await screen.findByText('The members you blocked could not be loaded')
  responses[list] = respondWith([{ user, blockedAt: player.createdAt }])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  responses[list] = respondWith([])
  await whenReady.click(await screen.findByRole('button', { name: 'Unblock Alexandra' }))
  await screen.findByText('You have not blocked anybody')
  expect(changes(calls)).toEqual([`DELETE ${path}`])
})
