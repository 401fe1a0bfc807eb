import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import type { Comment } from '../../contract/posts/comments-schemas.ts'
import { openPage } from '../domains/players/testing/setup.tsx'
import { fillBrowserGaps } from '../domains/posts/testing/browser-gaps.ts'
import { aPost } from '../domains/posts/testing.tsx'
import { live } from '../platform/live/live-socket.ts'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { FakeSocket } from '../testing/fake-socket.ts'
import { testViewer } from '../testing/site.tsx'
import NewsItemPage from './news-item.tsx'
import PostPage from './post.tsx'

beforeEach(() => {
  fillBrowserGaps()
  localStorage.clear()
  act(clearToasts)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const list = 'GET /api/posts/4/comments?limit=100'
const create = 'POST /api/posts/4/comments'

const aComment = (over: Partial<Comment> = {}): Comment => ({
  id: 9,
  postId: 4,
  newsSlug: null,
  userId: 41,
  content: 'See https://isles.example/final <b>now</b>',
  createdAt: '2026-01-05T15:04:00.000Z',
  user: { id: 41, username: 'Blaze', avatarUrl: null, rank: 'Member' },
  ...over,
})

const open = (
  comments: readonly Comment[],
  viewer: OwnUser | null = testViewer,
  more: Parameters<typeof fakeApi>[0] = {},
  hash = '',
) => {
  const responses: Record<string, () => Response | Promise<Response>> = {
    'GET /api/posts/4': respondWith(aPost({ id: 4, commentCount: comments.length })),
    [list]: respondWith(comments),
    ...more,
  }
  const calls = fakeApi(responses)
  return { calls, responses, ...openPage('/posts/:id', PostPage, `/posts/4${hash}`, viewer) }
}

test('[inputs.50] After an outage the comments and their number are those of now, though no message says so', async () => {
  FakeSocket.install()
  live.reopen()
  const { responses } = open([aComment()], null)
  await screen.findByText(/<b>now<\/b>/)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  FakeSocket.last.open()
  FakeSocket.last.close()
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  responses[list] = respondWith([aComment(), aComment({ id: 10, content: 'Written meanwhile' })])
  FakeSocket.last.open()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  vi.useRealTimers()
  expect(await screen.findByText('Written meanwhile')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Comments 2' })).toBeTruthy()
})

const rowOf = (text: string | RegExp) => within(screen.getByText(text).closest('li')!)

test('[voice.10] a visitor reads comments with linked names and addresses, and is asked to sign in to write or report', async () => {
  open([aComment()], null)
  expect((await screen.findByRole('link', { name: 'Blaze' })).getAttribute('href')).toBe('/player/41')
  const address = screen.getByRole('link', { name: 'https://isles.example/final' })
  expect(address.getAttribute('rel')).toBe('nofollow ugc noopener')
  expect(screen.getByText(/<b>now<\/b>/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/auth?redirect=/posts/4')
  expect(screen.queryByRole('textbox')).toBeNull()
  const options = screen.getByRole('button', { name: 'Options for the comment by Blaze' })
  await whenReady.keyDown(options, { key: 'Enter' })
  await whenReady.click(screen.getByRole('menuitem', { name: 'Report' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('[voice.10] a failure can be retried, and a post without comments says so', async () => {
  const { responses } = open([], testViewer, { [list]: refuse(400, 'bad_request', 'Bad request') })
  await screen.findByText('The comments could not be loaded')
  responses[list] = respondWith([])
  await whenReady.click(screen.getByRole('button', { name: /Retry/ }))
  await screen.findByText('No comments yet')
})

test('[voice.03] [voice.10] an empty or over-long comment is refused in the form; nothing is sent', async () => {
  const { calls } = open([])
  const field = await screen.findByRole('textbox', { name: /Your comment/ })
  await whenReady.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByText('Comment is required')
  await whenReady.change(field, { target: { value: 'x'.repeat(501) } })
  await screen.findByText('Comment is too long (max 500 characters)')
  expect(screen.getByText('501/500')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('[voice.10] a comment that could not be sent stays in the form, also after leaving the page; sent, it is shown', async () => {
  const { responses, unmount } = open([], testViewer, {
    [create]: refuse(403, 'forbidden', 'You cannot comment: Spam'),
  })
  const write = async () =>
    (await screen.findByRole('textbox', { name: /Your comment/ })) as HTMLTextAreaElement
  await whenReady.change(await write(), { target: { value: 'Well played' } })
  await whenReady.click(screen.getByRole('button', { name: 'Comment' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Comment' }).ariaDisabled).not.toBe('true'))
  expect((await write()).value).toBe('Well played')
  unmount()
  const again = open([], testViewer, responses)
  await waitFor(async () => expect((await write()).value).toBe('Well played'))
  await screen.findByText(/Your draft is back/)
  again.responses[create] = respondWith(aComment(), 201)
  again.responses[list] = respondWith([aComment({ content: 'Well played' })])
  await whenReady.click(screen.getByRole('button', { name: 'Comment' }))
  await waitFor(async () => expect((await write()).value).toBe(''))
  await screen.findByText('Well played', { selector: 'p' })
  expect(again.calls.find(({ method }) => method === 'POST')?.body).toEqual({ content: 'Well played' })
})

test('[voice.05] [voice.10] one’s own comment can be deleted, others’ can be reported', async () => {
  const own = aComment({
    id: 10,
    userId: testViewer.id,
    content: 'Mine',
    user: { id: testViewer.id, username: 'steve', avatarUrl: null, rank: 'Member' },
  })
  const { calls, responses } = open([aComment({ content: 'Theirs' }), own], testViewer, {
    'DELETE /api/comments/10': () => new Response(null, { status: 204 }),
    'POST /api/comments/9/reports': respondWith({ id: 1 }, 201),
  })
  await screen.findByText('Mine')
  expect(rowOf('Theirs').queryByRole('button', { name: 'Delete comment' })).toBeNull()
  await whenReady.keyDown(rowOf('Theirs').getByRole('button', { name: /^Options/ }), { key: 'Enter' })
  await whenReady.click(screen.getByRole('menuitem', { name: 'Report' }))
  const dialog = within(await screen.findByRole('dialog'))
  await whenReady.change(await dialog.findByRole('textbox', { name: /Reason/ }), {
    target: { value: 'Rude' },
  })
  await whenReady.click(dialog.getByRole('button', { name: 'Send report' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/reports'))?.body).toEqual({ reason: 'Rude' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await whenReady.click(rowOf('Mine').getByRole('button', { name: 'Delete comment' }))
  responses[list] = respondWith([aComment({ content: 'Theirs' })])
  await whenReady.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Mine')).toBeNull())
})

test('[field.105] The question before a comment is deleted says how many replies go along, also where none is on the page', async () => {
  open([aComment({ userId: testViewer.id, content: 'Mine' })], testViewer, {
    'GET /api/removals/comment/9': respondWith({ replies: 121 }),
  })
  await screen.findByText('Mine')
  await whenReady.click(screen.getByRole('button', { name: 'Delete comment' }))
  const question = within(await screen.findByRole('alertdialog'))
  expect(await question.findByText('121 replies go with it.')).toBeTruthy()
})

test('[evening.39] replies stand below their comment, and take none themselves; a visitor is asked to sign in', async () => {
  const first = aComment({ content: 'First' })
  const second = aComment({ id: 10, content: 'Second' })
  open([first, second, aComment({ id: 11, content: 'To the first', parentId: 9 })], null)
  await screen.findByText('To the first')
  const replies = within(screen.getByRole('list', { name: 'Replies to Blaze' }))
  expect(replies.getAllByRole('listitem')).toHaveLength(1)
  expect(replies.queryByRole('button', { name: /^Reply/ })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Reply to Blaze' })).toHaveLength(2)
  await whenReady.click(screen.getAllByRole('button', { name: 'Reply to Blaze' })[0]!)
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('[evening.39] a reply that could not be sent stays in its form; sent, it is shown and the form closes', async () => {
  const { calls, responses } = open([aComment({ content: 'First' })], testViewer, {
    [create]: refuse(403, 'forbidden', 'You cannot reply to this comment'),
  })
  await screen.findByText('First')
  await whenReady.click(screen.getByRole('button', { name: 'Reply to Blaze' }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Your reply to Blaze/ })
  expect(document.activeElement).toBe(field)
  await whenReady.change(field, { target: { value: 'I agree' } })
  await whenReady.click(screen.getByRole('button', { name: 'Send reply' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1))
  responses[create] = respondWith(aComment({ id: 12, content: 'I agree', parentId: 9 }), 201)
  responses[list] = respondWith([
    aComment({ content: 'First' }),
    aComment({ id: 12, content: 'I agree', parentId: 9 }),
  ])
  await waitFor(() => expect(field.readOnly).toBe(false))
  expect(field.value).toBe('I agree')
  await whenReady.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(
    await within(await screen.findByRole('list', { name: 'Replies to Blaze' })).findByText('I agree'),
  ).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('textbox', { name: /Your reply/ })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reply to Blaze' }))
  expect(screen.getByText('Your comment is published.').closest('[role=status]')).toBeTruthy()
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { content: 'I agree', parentId: 9 },
    { content: 'I agree', parentId: 9 },
  ])
})

test('[tonight.50] Cancel puts the focus on the button of the reply, and the field of a comment that was asked for has it', async () => {
  open([aComment({ content: 'First' })])
  await screen.findByText('First')
  const reply = screen.getByRole('button', { name: 'Reply to Blaze' })
  await whenReady.click(reply)
  await whenReady.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('textbox', { name: /Your comment/ })).toBeTruthy()
  expect(document.activeElement).toBe(reply)
  await whenReady.click(reply)
  await whenReady.click(screen.getByRole('button', { name: 'Write a comment' }))
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Your comment/ }))
})

test('[tonight.50] one field is open at a time: a reply closes the comment and other replies, and each draft is kept', async () => {
  open([aComment({ content: 'First' }), aComment({ id: 10, content: 'Second' })])
  await screen.findByText('Second')
  const write = async (name: RegExp, value: string) =>
    whenReady.change(await screen.findByRole('textbox', { name }), { target: { value } })
  const answer = async (at: number) =>
    whenReady.click(screen.getAllByRole('button', { name: 'Reply to Blaze' })[at]!)
  const field = () => screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)
  await write(/Your comment/, 'To all')
  await answer(0)
  await write(/Your reply/, 'To the first')
  await answer(1)
  expect(field()).toEqual([''])
  await write(/Your reply/, 'To the second')
  await answer(0)
  await waitFor(() => expect(field()).toEqual(['To the first']))
  await whenReady.click(screen.getByRole('button', { name: 'Write a comment' }))
  await waitFor(() => expect(field()).toEqual(['To all']))
  expect(screen.queryByRole('button', { name: 'Write a comment' })).toBeNull()
})

test('[tonight.51] a reply stands in its place while it is sent, and gives way to the one that is listed', async () => {
  let send = (_response: Response) => {}
  const { responses } = open([aComment({ content: 'First' })], testViewer, {
    [create]: () =>
      new Promise<Response>((resolve) => {
        send = resolve
      }),
  })
  await screen.findByText('First')
  await whenReady.click(screen.getByRole('button', { name: 'Reply to Blaze' }))
  const field = screen.getByRole('textbox', { name: /Your reply to Blaze/ })
  await whenReady.change(field, { target: { value: 'I agree' } })
  await whenReady.click(screen.getByRole('button', { name: 'Send reply' }))
  expect(await screen.findByText('I agree', { selector: 'p' })).toBeTruthy()
  const reply = aComment({ id: 12, content: 'I agree', parentId: 9 })
  responses[list] = respondWith([aComment({ content: 'First' }), reply])
  send(Response.json(reply, { status: 201 }))
  const replies = within(await screen.findByRole('list', { name: 'Replies to Blaze' }))
  expect(replies.getByText('I agree')).toBeTruthy()
  expect(screen.getAllByText('I agree', { selector: 'p' })).toHaveLength(1)
  expect(await screen.findByRole('button', { name: 'Write a comment' })).toBeTruthy()
})

test('[voice.06] staff remove a comment of a lower rank with a reason', async () => {
  const { calls } = open(
    [aComment({ content: 'Rude' })],
    { ...testViewer, rank: 'Helper' },
    {
      'POST /api/admin/comments/9/removal': () => new Response(null, { status: 204 }),
    },
  )
  await screen.findByText('Rude')
  await whenReady.click(screen.getByRole('button', { name: 'Remove the comment by Blaze' }))
  const dialog = within(await screen.findByRole('dialog'))
  await whenReady.change(await dialog.findByRole('textbox', { name: /Reason/ }), {
    target: { value: 'Insults' },
  })
  await whenReady.click(dialog.getByRole('button', { name: 'Remove comment' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path.endsWith('/removal'))?.body).toEqual({ reason: 'Insults' }),
  )
})

test('[voice.38] the comments on a news item are listed, written, counted and reported like those on a post', async () => {
  const onNews = aComment({ postId: null, newsSlug: 'spring', content: 'Great news' })
  const item = {
    id: 5,
    slug: 'spring',
    title: 'Spring season',
    summary: 'It begins on Monday.',
    author: { username: 'Ada' },
    cover: null,
    publishedAt: '2026-03-01T12:00:00.000Z',
    editedAt: null,
    html: '<p>Soon.</p>',
    commentCount: 1,
  }
  const path = '/api/news/spring/comments'
  const responses: Record<string, () => Response | Promise<Response>> = {
    'GET /api/news/spring': respondWith(item),
    [`GET ${path}?limit=100`]: respondWith([onNews]),
    [`POST ${path}`]: respondWith(onNews, 201),
    'POST /api/comments/9/reports': respondWith({ id: 1 }, 201),
  }
  const calls = fakeApi(responses)
  const { unmount } = openPage('/news/:slug', NewsItemPage, '/news/spring', testViewer)
  await screen.findByText('Great news')
  expect(screen.getByRole('heading', { level: 2, name: 'Comments 1' })).toBeTruthy()
  responses[`GET ${path}?limit=100`] = respondWith([onNews, { ...onNews, id: 10, content: 'Indeed' }])
  await whenReady.change(screen.getByRole('textbox', { name: /Your comment/ }), {
    target: { value: 'Indeed' },
  })
  await whenReady.click(screen.getByRole('button', { name: 'Comment' }))
  await screen.findByText('Indeed', { selector: 'p' })
  expect(calls.find(({ method }) => method === 'POST')).toMatchObject({ path, body: { content: 'Indeed' } })
  expect(screen.getByRole('heading', { level: 2, name: 'Comments 2' })).toBeTruthy()
  unmount()
  openPage('/news/:slug', NewsItemPage, '/news/spring', null)
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe(
    '/auth?redirect=/news/spring',
  )
})

/** The comments of a full page, whose first one has the id 1. */
const firstPage = Array.from({ length: 100 }, (_, at) =>
  aComment({ id: at + 1, content: `Comment ${at + 1}` }),
)

const marked = () => [...document.querySelectorAll('li[aria-current=true]')].map(({ id }) => id)

/** Notes what was scrolled to. */
function noteScrolls() {
  const scrolls: string[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolls.push(this.id)
  })
  return scrolls
}

test('[field.51] A link to a comment of the page scrolls to it, focuses and marks it', async () => {
  const scrolls = noteScrolls()
  const { calls } = open(firstPage, testViewer, {}, '#comment-77')
  await screen.findByText('Comment 77')
  expect([marked(), scrolls, document.activeElement?.id]).toEqual([
    ['comment-77'],
    ['comment-77'],
    'comment-77',
  ])
  expect(calls.filter(({ path }) => path.startsWith('/api/comments/'))).toEqual([])
})

test('[field.52] A link to a reply on a later page shows it below its comment; one to a comment on a later page shows it first', async () => {
  const scrolls = noteScrolls()
  const reply = aComment({ id: 121, parentId: 1, content: 'The reply' })
  const one = { 'GET /api/comments/121': respondWith({ comment: reply, parent: firstPage[0] }) }
  const { unmount } = open(firstPage, testViewer, one, '#comment-121')
  const replies = await screen.findByRole('list', { name: 'Replies to Blaze' })
  expect(within(replies).getByText('The reply')).toBeTruthy()
  expect([marked(), scrolls]).toEqual([['comment-121'], ['comment-121']])
  unmount()
  const last = aComment({ id: 140, content: 'The last one' })
  const another = {
    'GET /api/comments/140': respondWith({ comment: last, parent: null }),
    'GET /api/posts/4/comments?after=100&limit=100': respondWith([reply, last]),
  }
  open(firstPage, testViewer, another, '#comment-140')
  await screen.findByText('The last one')
  const rows = () => [...document.querySelectorAll('li[data-anchor]')].map(({ id }) => id)
  expect([rows()[0], rows().length, marked()]).toEqual(['comment-140', 101, ['comment-140']])
  // Once the list has it, it is where it belongs, and once.
  await whenReady.click(screen.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(rows().length).toBe(102))
  expect(rows().at(-1)).toBe('comment-140')
})

test('[field.53] The page says when the comment that its address names is gone, or is not below this post', async () => {
  const gone = { 'GET /api/comments/9': refuse(404, 'not_found', 'This comment no longer exists') }
  const { unmount } = open([aComment({ id: 1 })], testViewer, gone, '#comment-9')
  await screen.findByText('The comment that this link names no longer exists.')
  expect(marked()).toEqual([])
  unmount()
  const elsewhere = {
    'GET /api/comments/9': respondWith({ comment: aComment({ postId: 5 }), parent: null }),
  }
  open([aComment({ id: 1 })], testViewer, elsewhere, '#comment-9')
  await screen.findByText('The comment that this link names no longer exists.')
})
