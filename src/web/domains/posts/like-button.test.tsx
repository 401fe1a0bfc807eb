import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { regardless, whenReady } from '../../testing/actions.ts'
import { testViewer } from '../../testing/site.tsx'
import { delayedResponse, fakeApi, json, refused } from './testing/fake-api.ts'
import { aPost, manyPosts, renderFeed, settled, shownToast } from './testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const react = 'POST /api/posts/1/reactions'
const liked = (likes: number) => json(200, { reaction: { type: 'like' }, reactionCounts: { like: likes } })
const unliked = (likes: number) => json(200, { reaction: null, reactionCounts: { like: likes } })

const likeButton = () => screen.findByRole('button', { name: /^Like, / })
const pressed = (button: HTMLElement) => button.getAttribute('aria-pressed')

test("[social.18] A like sends POST /api/posts/{id}/reactions {type:'like'}; a second one takes it back", async () => {
  const api = fakeApi([aPost()])
  api.on(react, () => {
    api.posts = [aPost({ viewerHasLiked: true, reactionCounts: { like: 4 } })]
    return liked(4)
  })
  renderFeed(testViewer)
  const button = await likeButton()
  expect([pressed(button), button.textContent]).toEqual(['false', '3'])
  await whenReady.click(button)
  await waitFor(() => expect([pressed(button), button.textContent]).toEqual(['true', '4']))

  api.on(react, () => {
    api.posts = [aPost()]
    return unliked(3)
  })
  await whenReady.click(button)
  await waitFor(() => expect([pressed(button), button.textContent]).toEqual(['false', '3']))
  expect(api.sent(react).map(({ body }) => body)).toEqual([{ type: 'like' }, { type: 'like' }])
})

test("[social.19] The answer's reaction field decides whether the like shows on or off; the posts list is refetched", async () => {
  const api = fakeApi([aPost()])
  // What is not asked again yet cannot have come from the list.
  const refetch = delayedResponse(() =>
    json(200, [aPost({ viewerHasLiked: true, reactionCounts: { like: 9 } })]),
  )
  renderFeed(testViewer)
  const button = await likeButton()
  api.on('GET /api/posts', refetch.respond)
  api.on(react, () => liked(8))
  await whenReady.click(button)
  await waitFor(() => expect([pressed(button), button.textContent]).toEqual(['true', '8']))
  await waitFor(() => expect(api.sent('GET /api/posts')).toHaveLength(2))
  await act(async () => refetch.release())
  await waitFor(() => expect(button.textContent).toBe('9'))
})

test('[social.19] An answer without a reaction shows the like off, even where it was off already', async () => {
  const api = fakeApi([aPost()])
  renderFeed(testViewer)
  const button = await likeButton()
  api.on('GET /api/posts', delayedResponse(() => json(200, [])).respond)
  api.on(react, () => json(200, { reactionCounts: { like: 2 } }))
  await whenReady.click(button)
  await waitFor(() => expect(button.textContent).toBe('2'))
  expect(pressed(button)).toBe('false')
})

test('[social.19] All shown pages are asked for again', async () => {
  const api = fakeApi(manyPosts(25))
  renderFeed(testViewer)
  await whenReady.click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('Post number 1')
  api.on(react, () => liked(4))
  const buttons = screen.getAllByRole('button', { name: /^Like, / })
  await whenReady.click(buttons.at(-1)!)
  await waitFor(() =>
    expect(api.sent('GET /api/posts').map(({ query }) => query.get('before'))).toEqual([
      null,
      '6',
      null,
      '6',
    ]),
  )
})

test('A second click while the first is under way makes no second call', async () => {
  const api = fakeApi([aPost()])
  const held = delayedResponse(() => liked(4))
  api.on(react, held.respond)
  renderFeed(testViewer)
  const button = await likeButton()
  await whenReady.click(button)
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  regardless.click(button)
  await act(async () => held.release())
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'))
  expect(api.sent(react)).toHaveLength(1)
})

test("[social.22] A visitor's like shows toast Authentication required and makes no call", async () => {
  const api = fakeApi([aPost()])
  renderFeed(null)
  await whenReady.click(await likeButton())
  expect(shownToast()).toMatchObject({
    title: 'Authentication required',
    description: 'You must be logged in to react to posts',
  })
  await settled()
  expect(api.calls).toHaveLength(1)
})

test('[social.23] Failed reaction: toast Error / Failed to react to post', async () => {
  const api = fakeApi([aPost()])
  api.on(react, () => refused(500, 'internal', 'It broke'))
  renderFeed(testViewer)
  const button = await likeButton()
  await whenReady.click(button)
  await waitFor(() =>
    expect(shownToast()).toEqual({
      title: 'Error',
      description: 'Failed to react to post',
      variant: 'destructive',
    }),
  )
  expect([pressed(button), button.textContent]).toEqual(['false', '3'])
})
