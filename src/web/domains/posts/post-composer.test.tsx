import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { testViewer } from '../../testing/site.tsx'
import { delayedResponse, fakeApi, json, refused } from './testing/fake-api.ts'
import { ownPost, renderFeed, settled, shownToast } from './testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const create = 'POST /api/posts'
const second = 'POST /api/debug-create-post'
const unauthorized = () => refused(401, 'unauthorized', 'Please sign in')

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What is on your mind?' })
const type = async (text: string) => await whenReady.change(box(), { target: { value: text } })
const submit = async () => await whenReady.click(screen.getByRole('button', { name: 'Post' }))
const fileInput = () => screen.getByLabelText<HTMLInputElement>('Image')
const pick = async (file: File) => await whenReady.change(fileInput(), { target: { files: [file] } })
const aFile = (bytes: number, mediaType: string) =>
  new File([new Uint8Array(bytes)], 'shot.png', { type: mediaType })
const preview = () => screen.queryByRole('img', { name: 'Preview of shot.png' })

async function renderComposer() {
  const api = fakeApi([])
  renderFeed(testViewer)
  await screen.findByText('No posts yet')
  return api
}

/** A server that keeps what is posted. */
function accept(api: ReturnType<typeof fakeApi>) {
  api.on(create, ({ body }) => {
    const { content } = body as { content: string }
    const post = ownPost({ id: api.posts.length + 1, content })
    api.posts = [post, ...api.posts]
    return json(201, post)
  })
}

test('[social.04] Signed in, /social shows a post composer', async () => {
  await renderComposer()
  expect(box()).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Post' })).toBeTruthy()
  expect(screen.queryByText('Please login to create posts')).toBeNull()
})

test("[social.05] The composer sits behind a toggle labelled 'Create New Post' / 'Hide Post Form'", async () => {
  await renderComposer()
  const toggle = screen.getByRole('button', { name: 'Create New Post' })
  const panel = document.getElementById(toggle.getAttribute('aria-controls') ?? '')
  expect(panel?.contains(box())).toBe(true)
  expect(toggle.getAttribute('aria-expanded')).toBe('false')
  expect(panel?.className).toContain('max-md:hidden')
  await type('A draft')
  await whenReady.click(toggle)
  expect([toggle.textContent, toggle.getAttribute('aria-expanded')]).toEqual(['Hide Post Form', 'true'])
  expect(panel?.className).not.toContain('hidden')
  await whenReady.click(toggle)
  expect([toggle.textContent, toggle.getAttribute('aria-expanded')]).toEqual(['Create New Post', 'false'])
  expect(panel?.className).toContain('max-md:hidden')
  expect(box().value).toBe('A draft')
})

test('[social.06] A floating round button opens the composer and puts the cursor into it', async () => {
  await renderComposer()
  const float = screen.getByRole('button', { name: 'Write a post' })
  expect(float.className).toMatch(/\bfixed\b/)
  expect(float.className).toMatch(/\brounded-full\b/)
  await whenReady.click(float)
  expect(screen.getByRole('button', { name: 'Hide Post Form' })).toBeTruthy()
  expect(document.activeElement).toBe(box())
  expect(screen.queryByRole('button', { name: 'Write a post' })).toBeNull()
})

test("[social.07] Signed out, 'Please login to create posts' and a 'Login to Post' link to /auth instead of a composer", async () => {
  fakeApi([])
  renderFeed(null)
  await screen.findByText('No posts yet')
  expect(screen.getByText('Please login to create posts')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Login to Post' })
  expect(link.getAttribute('href')).toBe('/auth?redirect=/social')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /Create New Post|Write a post/ })).toBeNull()
})

test.each(['', '  \n '])('[social.24] Empty content: Post content is required and no call', async (text) => {
  const api = await renderComposer()
  expect(screen.queryByText('Post content is required')).toBeNull()
  await type(text)
  await submit()
  expect(screen.getByText('Post content is required')).toBeTruthy()
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(box())
  await settled()
  expect(api.sent(create)).toHaveLength(0)
  await type('something')
  expect(screen.queryByText('Post content is required')).toBeNull()
})

test('[social.25] Content over 500 characters: Post content is too long (max 500 characters); exactly 500 is accepted', async () => {
  const api = await renderComposer()
  accept(api)
  // Characters are code points: each of these is two units of a JavaScript string.
  const most = '😀'.repeat(500)
  await type(`${most}!`)
  expect(screen.getByText('501/500')).toBeTruthy()
  await submit()
  expect(screen.getByText('Post content is too long (max 500 characters)')).toBeTruthy()
  await settled()
  expect(api.sent(create)).toHaveLength(0)

  await type(most)
  expect(screen.getByText('500/500')).toBeTruthy()
  expect(screen.queryByText(/too long/)).toBeNull()
  await submit()
  await waitFor(() => expect(api.sent(create)).toHaveLength(1))
  expect(api.sent(create)[0]?.body).toMatchObject({ content: most })
})

test('[social.26] An image over 5 MB: toast Error with the size sentence, and it is not attached', async () => {
  await renderComposer()
  await pick(aFile(5_242_881, 'image/png'))
  expect(shownToast()).toEqual({
    title: 'Error',
    description: 'Image size exceeds the maximum limit (5MB)',
    variant: 'destructive',
  })
  expect(preview()).toBeNull()
})

test('[social.26] An image of exactly 5 MB is attached', async () => {
  await renderComposer()
  await pick(aFile(5_242_880, 'image/png'))
  expect(preview()).not.toBeNull()
  expect(shownToast()).toBeNull()
})

test.each([
  ['image/bmp', 10],
  ['image/svg+xml', 10],
  ['application/pdf', 10],
  ['', 10],
  ['image/png', 0],
])(
  '[social.27] An image not jpeg, jpg, png, webp or gif, or empty: toast Error with the type sentence, and it is not attached (%s, %i bytes)',
  async (mediaType, bytes) => {
    await renderComposer()
    await pick(aFile(bytes, mediaType))
    expect(shownToast()).toEqual({
      title: 'Error',
      description: 'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images',
      variant: 'destructive',
    })
    expect(preview()).toBeNull()
  },
)

test.each(['image/jpeg', 'image/jpg', 'image/png', 'image/webp', 'image/gif'])(
  '[social.27] %s is attached, shown and can be removed',
  async (mediaType) => {
    await renderComposer()
    await pick(aFile(10, mediaType))
    expect(preview()?.getAttribute('src')).toBe('blob:http://site.test/preview')
    await whenReady.click(screen.getByRole('button', { name: 'Remove image' }))
    expect(preview()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add image' }))
    expect(shownToast()).toBeNull()
  },
)

test('[social.28] Posting when no longer signed in: toast Authentication required / You must be logged in to create a post', async () => {
  const api = await renderComposer()
  api.on(create, unauthorized)
  api.on(second, unauthorized)
  await type('My words')
  await submit()
  await waitFor(() =>
    expect(shownToast()).toMatchObject({
      title: 'Authentication required',
      description: 'You must be logged in to create a post',
    }),
  )
  expect([api.sent(create).length, api.sent(second).length]).toEqual([1, 1])
  expect(box().value).toBe('My words')
})

test('[social.29] While a post is submitting, the buttons are disabled and the label is Posting...', async () => {
  const api = await renderComposer()
  const held = delayedResponse(() => json(201, ownPost({ id: 9 })))
  api.on(create, held.respond)
  await pick(aFile(10, 'image/png'))
  await type('Look')
  await submit()
  const sender = await screen.findByRole<HTMLButtonElement>('button', { name: 'Posting...' })
  const disabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled
  expect(sender.disabled).toBe(true)
  expect([disabled('Add image'), disabled('Remove image')]).toEqual([true, true])
  expect(box().readOnly).toBe(true)
  await settled(1_100)
  await whenReady.submit(sender.closest('form')!)
  await act(async () => held.release())
  await screen.findByRole('button', { name: 'Post' })
  expect([disabled('Add image'), disabled('Post')]).toEqual([false, false])
  expect(api.sent(create)).toHaveLength(1)
})

test('[social.30] A post with an image is sent 1000 ms after submitting; one without is sent at once', async () => {
  const api = await renderComposer()
  accept(api)
  await type('No image')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  const delays = () => timers.mock.calls.map(([, ms]) => ms)
  await submit()
  await waitFor(() => expect(api.sent(create)).toHaveLength(1))
  expect(delays()).not.toContain(1_000)

  await screen.findByRole('button', { name: 'Post' })
  await pick(aFile(10, 'image/png'))
  await type('Image')
  const imageAt = performance.now()
  await submit()
  await waitFor(() => expect(api.sent(create)).toHaveLength(2))
  // Timers may fire a fraction of a millisecond early.
  expect(api.sent(create)[1]!.at - imageAt).toBeGreaterThanOrEqual(999)
  expect(delays()).toContain(1_000)
})

test("[social.31] POST /api/posts sends {content, mediaUrl, mediaType}; with an image mediaUrl is a data URL and mediaType 'image'", async () => {
  const api = await renderComposer()
  accept(api)
  await type('  Two\nlines ')
  await submit()
  await waitFor(() => expect(api.sent(create)).toHaveLength(1))
  const [plain] = api.sent(create)
  expect(plain?.body).toEqual({ content: '  Two\nlines ', mediaUrl: null, mediaType: null })
  expect(plain?.headers.get('content-type')).toBe('application/json')
  expect(plain?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/)

  await screen.findByRole('button', { name: 'Post' })
  await pick(new File([Uint8Array.from([71, 73, 70])], 'shot.png', { type: 'image/gif' }))
  await type('With image')
  await submit()
  await waitFor(() => expect(api.sent(create)).toHaveLength(2))
  expect(api.sent(create)[1]?.body).toEqual({
    content: 'With image',
    mediaUrl: 'data:image/gif;base64,R0lG',
    mediaType: 'image',
  })
})

test('[social.32] After a successful post the form is cleared, the image removed and the list refreshed', async () => {
  const api = await renderComposer()
  accept(api)
  await pick(aFile(10, 'image/png'))
  await type('Fresh words')
  expect(preview()).not.toBeNull()
  await submit()
  const post = await screen.findByText('Fresh words', { selector: 'article p' })
  expect(post).toBeTruthy()
  expect(box().value).toBe('')
  expect(preview()).toBeNull()
  expect(screen.getByText('0/500')).toBeTruthy()
  expect(screen.queryByText('Post content is required')).toBeNull()
  await waitFor(() => expect(api.sent('GET /api/posts')).toHaveLength(2))
})

test('[social.33] A 401 from POST /api/posts makes the browser retry the same payload to POST /api/debug-create-post', async () => {
  const api = await renderComposer()
  api.on(create, unauthorized)
  api.on(second, () => {
    api.posts = [ownPost({ id: 9, content: 'Second way' })]
    return json(201, ownPost({ id: 9, content: 'Second way' }))
  })
  await type('Second way')
  await submit()
  await screen.findByText('Second way', { selector: 'article p' })
  const [first] = api.sent(create)
  const [retry] = api.sent(second)
  expect(retry?.body).toEqual({ content: 'Second way', mediaUrl: null, mediaType: null })
  expect(retry?.body).toEqual(first?.body)
  expect(retry?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'))
  expect(shownToast()).toBeNull()
  expect(box().value).toBe('')
})

test('[social.33] Another failure is not retried at the second address', async () => {
  const api = await renderComposer()
  api.on(create, () => refused(500, 'internal', 'It broke'))
  await type('Words')
  await submit()
  await waitFor(() => expect(shownToast()).not.toBeNull())
  expect(api.sent(second)).toHaveLength(0)
})

test.each([
  ['the error body', () => refused(429, 'too_many_requests', 'Slow down'), 'Slow down'],
  ["somebody else's JSON", () => json(400, { message: 'Odd words' }), 'Odd words'],
  ['JSON without message', () => json(500, { oops: true }), 'Unknown error'],
  ['HTML', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'Unknown error'],
  ['nothing', () => new Response('', { status: 502 }), 'Error: 502'],
  ['a dead line', () => Promise.reject(new TypeError('Failed to fetch')), 'Unknown error'],
])(
  '[social.34] Failed post answered with %s: toast Error / Failed to create post: {message}',
  async (_, response, message) => {
    const api = await renderComposer()
    api.on(create, response)
    await type('Words')
    await submit()
    await waitFor(() =>
      expect(shownToast()).toEqual({
        title: 'Error',
        description: `Failed to create post: ${message}`,
        variant: 'destructive',
      }),
    )
    expect(box().value).toBe('Words')
  },
)

test('Trying the same draft again keeps its key, so that a lost answer makes no second post; another draft has another', async () => {
  const api = await renderComposer()
  api.on(create, () => Promise.reject(new TypeError('Failed to fetch')))
  const attempt = async (text: string, count: number) => {
    await type(text)
    await submit()
    await waitFor(() => expect(api.sent(create)).toHaveLength(count))
    await screen.findByRole('button', { name: 'Post' })
  }
  await attempt('Words', 1)
  await attempt('Words', 2)
  await attempt('Other words', 3)
  accept(api)
  await attempt('Other words', 4)
  await attempt('Other words', 5)
  const keys = api.sent(create).map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[1]).toBe(keys[0])
  expect(keys[3]).toBe(keys[2])
  expect(new Set([keys[0], keys[2], keys[4]]).size).toBe(3)
})

test('A repetition that the server knows already shows its post once', async () => {
  const api = await renderComposer()
  const post = ownPost({ id: 9, content: 'Arrived after all' })
  // The first attempt is stored, but its answer gets lost; the list, asked for again, shows the post.
  api.on(create, () => {
    api.posts = [post]
    throw new TypeError('Failed to fetch')
  })
  await type(post.content)
  await submit()
  await screen.findByRole('button', { name: 'Post' })
  await whenReady.click(screen.getByRole('button', { name: 'Refresh' }))
  await screen.findByText(post.content, { selector: 'article p' })
  api.on('GET /api/posts', delayedResponse(() => json(200, [])).respond)
  api.on(create, () => json(201, post))
  await submit()
  await waitFor(() => expect(box().value).toBe(''))
  expect(screen.getAllByRole('article')).toHaveLength(1)
})

test('Without randomUUID, as on an insecure origin, a post still has its own key', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const api = await renderComposer()
  accept(api)
  await type('Words')
  await submit()
  await waitFor(() => expect(api.sent(create)).toHaveLength(1))
  expect(api.sent(create)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/)
})
