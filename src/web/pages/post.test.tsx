import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../domains/players/testing/setup.tsx'
import { fillBrowserGaps } from '../domains/posts/testing/browser-gaps.ts'
import { aPost, ownPost } from '../domains/posts/testing.tsx'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { testViewer } from '../testing/site.tsx'
import PostPage from './post.tsx'

beforeEach(() => {
  fillBrowserGaps()
  act(clearToasts)
})
afterEach(() => vi.unstubAllGlobals())

const address = 'GET /api/posts/4'
const open = (viewer: typeof testViewer | null = null, path = '/posts/4') =>
  openPage('/posts/:id', PostPage, path, viewer)

test.each(['/posts/x', '/posts/0', '/posts/99999999999'])(
  '[voice.01] %s is no post, and nothing is asked for',
  async (path) => {
    const calls = fakeApi({})
    open(null, path)
    await screen.findByRole('heading', { name: 'Post Not Found' })
    expect(calls).toEqual([])
  },
)

test('[voice.01] a post that was deleted is not found', async () => {
  fakeApi({ [address]: refuse(404, 'not_found', 'This post no longer exists') })
  open()
  await screen.findByRole('heading', { name: 'Post Not Found' })
})

test('[voice.01] /posts/:id shows a post by itself; one that cannot be loaded can be asked for again', async () => {
  const responses = { [address]: refuse(400, 'bad_request', 'Bad request') }
  fakeApi(responses)
  open()
  await screen.findByText('The post could not be loaded')
  responses[address] = respondWith(aPost({ id: 4 }))
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('Won the bridge finals')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Post by Alexandra')
})

test('[voice.91] the page of a post has one h1, and no heading skips a level, also with comments', async () => {
  fakeApi({
    [address]: respondWith(aPost({ id: 4, commentCount: 1 })),
    'GET /api/posts/4/comments?limit=100': respondWith([
      {
        id: 9,
        postId: 4,
        newsSlug: null,
        userId: 41,
        content: 'Well played',
        createdAt: '2026-01-05T15:04:00.000Z',
        user: { id: 41, username: 'Blaze', avatarUrl: null, rank: 'Member' },
      },
    ]),
  })
  open()
  await screen.findByText('Well played')
  const headings = screen.getAllByRole('heading').map((one) => `${one.tagName} ${one.textContent}`)
  expect(headings).toEqual(['H1 Post by Alexandra', 'H2 Alexandra', 'H2 Comments1'])
})

test('[voice.01] who deletes their post there comes to the feed', async () => {
  fakeApi({
    [address]: respondWith(ownPost({ id: 4 })),
    'DELETE /api/posts/4': () => new Response(null, { status: 204 }),
  })
  const { router } = open(testViewer)
  await whenReady.click(await screen.findByRole('button', { name: 'Delete post' }))
  await whenReady.click(await screen.findByRole('button', { name: 'Delete' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/social'))
})
