import { act, render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { makeQueryClient } from '../../platform/query-client.ts'
import { clearToasts } from '../../platform/toasts.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { whenReady } from '../../testing/actions.ts'
import { TestProviders, testViewer } from '../../testing/site.tsx'
import { ToastRegion } from '../../ui/toast.tsx'
import { PostFeed } from './post-feed.tsx'
import { fillBrowserGaps } from './testing/browser-gaps.ts'
import { WritePost } from './write-post.tsx'

/** A post by somebody else, unless said otherwise. */
export const aPost = (over: Partial<Post> = {}): Post => ({
  id: 1,
  userId: 40,
  content: 'Won the bridge finals',
  mediaUrl: null,
  mediaType: null,
  mediaWidth: null,
  mediaHeight: null,
  createdAt: '2026-01-05T15:04:00.000Z',
  user: { id: 40, username: 'Alexandra', avatarUrl: null, rank: 'Emerald' },
  reactionCounts: { like: 3 },
  commentCount: 0,
  viewerHasLiked: false,
  ...over,
})

export const ownPost = (over: Partial<Post> = {}) =>
  aPost({
    userId: testViewer.id,
    user: { id: testViewer.id, username: testViewer.username, avatarUrl: null, rank: testViewer.rank },
    ...over,
  })

/** `count` posts, newest first, the oldest with the id 1. */
export const manyPosts = (count: number) =>
  Array.from({ length: count }, (_, at) => aPost({ id: count - at, content: `Post number ${count - at}` }))

/** Feed and composer as on /social, seen by this viewer. */
export function renderFeed(
  viewer: OwnUser | null,
  content: ReactNode = (
    <>
      <WritePost />
      <PostFeed />
    </>
  ),
) {
  fillBrowserGaps()
  act(clearToasts)
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter([{ path: '*', element: content }], { initialEntries: ['/social'] })
  const view = render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  return { ...view, pathname: () => router.state.location.pathname }
}

/** Title and description of the toast on screen; null when there is none. */
export function shownToast() {
  const toast = document.querySelector('li[data-variant]')
  if (toast === null) return null
  const [title, description] = toast.firstElementChild?.children ?? []
  return {
    title: title?.textContent,
    description: description?.textContent,
    variant: toast.getAttribute('data-variant'),
  }
}

export const cardOf = (text: string) => {
  const card = screen.getByText(text).closest('article')
  if (card === null) throw new Error(`no card around ${text}`)
  return within(card)
}

/** Opens the menu of the card with this text, as the keyboard does. */
export async function openMenu(text: string) {
  await whenReady.keyDown(cardOf(text).getByRole('button', { name: /^Options for/ }), { key: 'Enter' })
  return within(screen.getByRole('menu'))
}

/** Waits for what is under way to come to rest. */
export const settled = (ms = 30) => act(() => new Promise<void>((resolve) => setTimeout(resolve, ms)))
