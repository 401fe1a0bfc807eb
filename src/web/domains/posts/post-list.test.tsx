import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { testViewer } from '../../testing/site.tsx'
import { fakeApi, json } from './testing/fake-api.ts'
import { cardOf, manyPosts, renderFeed, settled } from './testing.tsx'

const { drawn } = vi.hoisted(() => ({ drawn: [] as string[] }))
vi.mock('./post-content.tsx', () => ({
  PostContent({ content }: { content: string }) {
    drawn.push(content)
    return <p>{content}</p>
  },
}))

test('A like draws no other post again: its own alone, however many are shown', async () => {
  const posts = manyPosts(20)
  const liked = { ...posts[4]!, viewerHasLiked: true, reactionCounts: { like: 4 } }
  const api = fakeApi(posts)
  renderFeed(testViewer)
  await screen.findByText(liked.content)
  api.on('POST /api/posts/16/reactions', () =>
    json(200, { reaction: { type: 'like' }, reactionCounts: { like: 4 } }),
  )
  api.on('GET /api/posts', () => json(200, posts.with(4, liked)))
  drawn.length = 0
  await whenReady.click(cardOf(liked.content).getByRole('button', { name: 'Like, 3 likes' }))
  await act(async () => {})
  await settled()
  cardOf(liked.content).getByRole('button', { name: 'Like, 4 likes' })
  expect(new Set(drawn)).toEqual(new Set([liked.content]))
})
