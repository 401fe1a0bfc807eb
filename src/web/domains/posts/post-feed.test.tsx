import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { testViewer } from '../../testing/site.tsx'
import { FakeIntersections } from './testing/browser-gaps.ts'
import { delayedResponse, fakeApi, json, refused } from './testing/fake-api.ts'
import { aPost, cardOf, manyPosts, renderFeed, settled } from './testing.tsx'

beforeEach(() => {
  FakeIntersections.live.clear()
})

afterEach(() => {
  vi.unstubAllGlobals()
})

test('[social.03] A visitor can read the feed on /social', async () => {
  fakeApi([aPost({ id: 2, content: 'Second' }), aPost({ id: 1, content: 'First' })])
  renderFeed(null)
  await screen.findByText('Second')
  expect(screen.getAllByRole('article').map((card) => card.querySelector('p')?.textContent)).toEqual([
    'Second',
    'First',
  ])
})

test('[social.08] The feed shows Loading posts... while loading', async () => {
  const api = fakeApi()
  const held = delayedResponse(() => json(200, [aPost()]))
  api.on('GET /api/posts', held.respond)
  renderFeed(null)
  expect(screen.getByText('Loading posts...').closest('[role="status"]')).not.toBeNull()
  expect(screen.queryByText('No posts yet')).toBeNull()
  await act(async () => held.release())
  await screen.findByText('Won the bridge finals')
  expect(screen.queryByText('Loading posts...')).toBeNull()
})

test.each([
  ['plain text', () => new Response('database on fire', { status: 500 }), '500: database on fire'],
  ['the error body', () => refused(503, 'overloaded', 'Too busy'), 'Too busy'],
  ['nothing', () => new Response('', { status: 502, statusText: 'Bad Gateway' }), '502: Bad Gateway'],
  ['a dead line', () => Promise.reject(new TypeError('Failed to fetch')), 'Failed to fetch'],
])(
  '[social.09] Feed load failure with %s: an alert with the message, and Retry asks again',
  async (_, response, message) => {
    const api = fakeApi([aPost()])
    api.on('GET /api/posts', response)
    renderFeed(null)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`Failed to load posts. ${message}`)
    expect(api.sent('GET /api/posts')).toHaveLength(1)
    const held = delayedResponse(() => json(200, [aPost()]))
    api.on('GET /api/posts', held.respond)
    await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Loading posts...')
    await act(async () => held.release())
    await screen.findByText('Won the bridge finals')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(api.sent('GET /api/posts')).toHaveLength(2)
  },
)

test('[social.10] Empty feed: No posts yet / Be the first to share something with the community!', async () => {
  fakeApi([])
  renderFeed(null)
  await screen.findByText('No posts yet')
  expect(screen.getByText('Be the first to share something with the community!')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test("[social.11] The empty feed's hint differs for signed-in and signed-out viewers", async () => {
  const hintFor = async (viewer: typeof testViewer | null) => {
    fakeApi([])
    const { unmount } = renderFeed(viewer)
    const first = await screen.findByText('Be the first to share something with the community!')
    const hint = first.nextElementSibling?.textContent
    unmount()
    return hint
  }
  const signedOut = await hintFor(null)
  const signedIn = await hintFor(testViewer)
  expect(signedOut).toMatch(/sign in/i)
  expect(signedIn).toMatch(/write/i)
  expect(signedIn).not.toBe(signedOut)
})

test("[social.12] A post card shows author's username, avatar and rank, content, image if any, and like count", async () => {
  fakeApi([
    aPost({
      id: 2,
      content: 'With picture',
      mediaUrl: '/media/abc.webp',
      mediaType: 'image',
      mediaWidth: 640,
      mediaHeight: 360,
      user: { id: 41, username: 'ünal', avatarUrl: 'https://pictures.example/u.png', rank: 'Product Staff' },
      reactionCounts: { like: 1 },
    }),
    aPost({ id: 1, content: 'Without' }),
  ])
  renderFeed(null)
  await screen.findByText('With picture')
  const card = cardOf('With picture')
  expect(screen.getByRole('article', { name: 'ünal' })).toBeTruthy()
  expect(card.getByText('Isles Staff')).toBeTruthy()
  const [avatar, image] = screen.getByRole('article', { name: 'ünal' }).querySelectorAll('img')
  expect(avatar?.getAttribute('src')).toBe('https://pictures.example/u.png')
  expect(image?.getAttribute('src')).toBe('/media/abc.webp')
  expect([image?.getAttribute('width'), image?.getAttribute('height')]).toEqual(['640', '360'])
  expect(image?.getAttribute('loading')).toBe('lazy')
  expect(image?.alt).not.toBe('')
  expect(card.getByRole('button', { name: 'Like, 1 like' }).textContent).toBe('1')

  const plain = cardOf('Without')
  expect(plain.getByText('AL')).toBeTruthy()
  expect(plain.getByText('Emerald')).toBeTruthy()
  expect(plain.queryByRole('img')).toBeNull()
  expect(plain.getByRole('button', { name: 'Like, 3 likes' }).textContent).toBe('3')
})

test('[social.12] Content is shown as text, with its line breaks', async () => {
  const content = '<b>bold</b> & <img src=x onerror=alert(1)>\nsecond line'
  fakeApi([aPost({ content })])
  renderFeed(null)
  const text = await screen.findByText(/second line/)
  expect(text.textContent).toBe(content)
  expect(text.children).toHaveLength(0)
  expect(text.className).toContain('whitespace-pre-wrap')
})

test('[social.13] A post card shows its time relative to now (minutes, hours, days ago)', async () => {
  const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
  const minute = 60_000
  fakeApi([
    aPost({ id: 3, content: 'fresh', createdAt: ago(5 * minute) }),
    aPost({ id: 2, content: 'older', createdAt: ago(3 * 60 * minute) }),
    aPost({ id: 1, content: 'old', createdAt: ago(2 * 24 * 60 * minute) }),
  ])
  renderFeed(null)
  await screen.findByText('fresh')
  expect(cardOf('fresh').getByText('5 min ago').tagName).toBe('TIME')
  expect(cardOf('older').getByText('3 h ago')).toBeTruthy()
  expect(cardOf('old').getByText('2 days ago')).toBeTruthy()
})

test('Load more brings the posts before the last one, and the focus goes to the first of them', async () => {
  const api = fakeApi(manyPosts(45))
  renderFeed(null)
  await screen.findByText('Post number 45')
  expect(screen.getAllByRole('article')).toHaveLength(20)
  const [first] = api.sent('GET /api/posts')
  expect([first?.query.get('limit'), first?.query.get('before')]).toEqual(['20', null])

  await whenReady.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('Post number 25')
  expect(api.sent('GET /api/posts').at(-1)?.query.get('before')).toBe('26')
  expect(document.activeElement).toBe(screen.getByText('Post number 25').closest('article'))

  await whenReady.click(screen.getByRole('button', { name: 'Load more' }))
  await screen.findByText('Post number 1')
  expect(screen.getAllByRole('article')).toHaveLength(45)
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
})

test('The feed grows by itself while its end is near the window', async () => {
  vi.stubGlobal('IntersectionObserver', FakeIntersections)
  const api = fakeApi(manyPosts(50))
  renderFeed(null)
  await screen.findByText('Post number 50')
  expect(screen.getAllByRole('article')).toHaveLength(20)
  act(() => FakeIntersections.scrollToEnd())
  await screen.findByText('Post number 11')
  expect(document.activeElement).toBe(document.body)
  act(() => FakeIntersections.scrollToEnd())
  await screen.findByText('Post number 1')
  await settled()
  expect(FakeIntersections.live.size).toBe(0)
  expect(api.sent('GET /api/posts')).toHaveLength(3)
})

test('A jump past its end loads one page, and the next one only once the reader came back', async () => {
  vi.stubGlobal('IntersectionObserver', FakeIntersections)
  const api = fakeApi(manyPosts(70))
  renderFeed(null)
  await screen.findByText('Post number 70')
  act(() => FakeIntersections.jumpPastEnd())
  await screen.findByText('Post number 31')
  await settled()
  act(() => FakeIntersections.jumpPastEnd())
  await settled()
  expect(api.sent('GET /api/posts')).toHaveLength(2)
  act(() => FakeIntersections.scrollToEnd())
  await screen.findByText('Post number 11')
})

test('A failing next page keeps what is shown, does not ask on its own, and offers Retry', async () => {
  vi.stubGlobal('IntersectionObserver', FakeIntersections)
  const api = fakeApi(manyPosts(30))
  renderFeed(null)
  await screen.findByText('Post number 30')
  api.on('GET /api/posts', () => refused(503, 'overloaded', 'Too busy'))
  act(() => FakeIntersections.scrollToEnd())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Failed to load posts. Too busy')
  expect(screen.getAllByRole('article')).toHaveLength(20)
  expect(FakeIntersections.live.size).toBe(0)

  api.on('GET /api/posts', api.list)
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Post number 1')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getAllByRole('article')).toHaveLength(30)
})

test('Refresh asks again; when that fails, the posts stay under the alert', async () => {
  const api = fakeApi([aPost()])
  renderFeed(null)
  await screen.findByText('Won the bridge finals')
  api.posts = [aPost({ id: 2, content: 'Newer' }), aPost()]
  await whenReady.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText('Newer')
  api.on('GET /api/posts', () => new Response('no', { status: 500 }))
  await whenReady.click(screen.getByRole('button', { name: 'Refresh' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('Failed to load posts. 500: no')).toBeTruthy()
  expect(screen.getAllByRole('article')).toHaveLength(2)
  api.on('GET /api/posts', api.list)
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
