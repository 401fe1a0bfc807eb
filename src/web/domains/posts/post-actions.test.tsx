import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import { testViewer } from '../../testing/site.tsx'
import { delayedResponse, empty, fakeApi, json, refused } from './testing/fake-api.ts'
import { aPost, cardOf, manyPosts, openMenu, ownPost, renderFeed, settled, shownToast } from './testing.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const question = 'Are you sure you want to delete this post? This action cannot be undone.'
const mine = ownPost({ id: 2, content: 'Mine' })
const theirs = aPost({ id: 1, content: 'Theirs' })
const remove = 'DELETE /api/posts/2'
const report = 'POST /api/posts/1/reports'

async function renderBoth(viewer: typeof testViewer | null = testViewer) {
  const api = fakeApi([mine, theirs])
  const view = renderFeed(viewer)
  await screen.findByText('Mine')
  return { api, ...view }
}

const trash = () => cardOf('Mine').getByRole('button', { name: 'Delete post' })
const entries = (menu: Awaited<ReturnType<typeof openMenu>>) =>
  menu.getAllByRole('menuitem').map((item) => item.textContent)

test("[social.14] Own posts have a trash button and a menu entry 'Delete'; others' posts have neither", async () => {
  await renderBoth()
  expect(trash()).toBeTruthy()
  expect(cardOf('Theirs').queryByRole('button', { name: 'Delete post' })).toBeNull()
  expect(entries(await openMenu('Mine'))).toContain('Delete')
  await whenReady.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  expect(entries(await openMenu('Theirs'))).not.toContain('Delete')
})

test('[social.14] A visitor can delete nothing', async () => {
  await renderBoth(null)
  expect(screen.queryByRole('button', { name: 'Delete post' })).toBeNull()
  expect(entries(await openMenu('Mine'))).not.toContain('Delete')
})

test.each([
  ['trash button', () => whenReady.click(trash())],
  ['menu', async () => whenReady.click((await openMenu('Mine')).getByText('Delete'))],
])('[social.15] Deleting by %s asks first; cancelling makes no call', async (_, ask) => {
  const { api } = await renderBoth()
  await ask()
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(question)).toBeTruthy()
  await whenReady.click(dialog.getByRole('button', { name: 'Cancel' }))
  await settled()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(api.calls.map(({ method }) => method)).toEqual(['GET'])
  expect(screen.getByText('Mine')).toBeTruthy()
  expect(document.activeElement).toBe(trash())
})

test("[social.16] Others' posts offer 'Report' in the menu; own posts do not", async () => {
  await renderBoth()
  expect(entries(await openMenu('Theirs'))).toContain('Report')
  await whenReady.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  expect(entries(await openMenu('Mine'))).not.toContain('Report')
})

const edit = 'PATCH /api/posts/2'

test("[social.17] 'Edit' of a post older than 15 minutes says why it cannot be changed, and makes no call", async () => {
  const { api } = await renderBoth()
  await whenReady.click((await openMenu('Mine')).getByText('Edit'))
  await screen.findByText('A post can be edited for 15 minutes. This one is older.')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(api.calls).toHaveLength(1)
})

test("[social.17] 'Edit' changes one's own new post, which is then marked 'edited'", async () => {
  const fresh = { ...mine, createdAt: new Date(Date.now() - 60_000).toISOString() }
  const api = fakeApi([fresh, theirs])
  renderFeed(testViewer)
  await screen.findByText('Mine')
  await whenReady.click((await openMenu('Mine')).getByText('Edit'))
  const text = await screen.findByLabelText<HTMLTextAreaElement>(/^Text/)
  expect(text.value).toBe('Mine')
  await whenReady.change(text, { target: { value: ' ' } })
  await whenReady.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Post content is required')
  expect(api.sent(edit)).toEqual([])
  const changed = { ...fresh, content: 'Mine, said better', editedAt: new Date().toISOString() }
  api.on(edit, () => {
    api.posts = [changed, theirs]
    return json(200, changed)
  })
  await whenReady.change(text, { target: { value: 'Mine, said better' } })
  await whenReady.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Mine, said better')
  expect(api.sent(edit)[0]?.body).toEqual({ content: 'Mine, said better' })
  expect(cardOf('Mine, said better').getByText(/edited/)).toBeTruthy()
  await waitFor(() =>
    expect(shownToast()).toEqual({
      title: 'Success',
      description: 'Post edited successfully',
      variant: 'default',
    }),
  )
})

test("[social.17] 'Share' opens the system's share sheet", async () => {
  const share = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, share })
  await renderBoth()
  await whenReady.click((await openMenu('Theirs')).getByText('Share'))
  await waitFor(() =>
    expect(share).toHaveBeenCalledWith({
      title: 'Post by Alexandra',
      url: new URL('/posts/1', window.location.origin).href,
    }),
  )
  expect(shownToast()).toBeNull()
})

test("[social.17] 'Share' copies the link /posts/:id where there is no share sheet", async () => {
  const writeText = vi.fn(async () => {})
  vi.stubGlobal('navigator', { ...navigator, share: undefined, clipboard: { writeText } })
  const { api } = await renderBoth()
  await whenReady.click((await openMenu('Mine')).getByText('Share'))
  const url = new URL('/posts/2', window.location.origin).href
  await waitFor(() => expect(shownToast()?.title).toBe('Link Copied'))
  expect(writeText).toHaveBeenCalledWith(url)
  expect(api.calls).toHaveLength(1)
})

test('[social.20] Confirmed deletion sends DELETE /api/posts/{id}, shows toast Success and refetches the list', async () => {
  const { api } = await renderBoth()
  api.on(remove, () => {
    api.posts = [theirs]
    return empty(204)
  })
  trash().focus()
  await whenReady.click(trash())
  await whenReady.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByText('Mine')).toBeNull())
  expect(api.sent(remove)).toHaveLength(1)
  expect(api.sent(remove)[0]?.body).toBeUndefined()
  expect(api.calls.map(({ method }) => method)).toEqual(['GET', 'DELETE', 'GET'])
  expect(shownToast()).toEqual({
    title: 'Success',
    description: 'Post deleted successfully',
    variant: 'default',
  })
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Latest Posts' }))
})

test('[social.20] A post from below moves up: the feed stays as long as it was', async () => {
  const rest = manyPosts(20)
  const api = fakeApi([ownPost({ id: 21, content: 'Mine' }), ...rest])
  renderFeed(testViewer)
  await screen.findByText('Mine')
  api.on('DELETE /api/posts/21', () => {
    api.posts = rest
    return empty(204)
  })
  trash().focus()
  await whenReady.click(trash())
  await whenReady.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Post number 1')
  expect(screen.queryByText('Mine')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Latest Posts' }))
})

test('[social.21] Failed deletion: toast Error / Failed to delete post', async () => {
  const { api } = await renderBoth()
  api.on(remove, () => refused(403, 'forbidden', 'You can only delete your own posts'))
  await whenReady.click(trash())
  await whenReady.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(shownToast()).toEqual({
      title: 'Error',
      description: 'Failed to delete post',
      variant: 'destructive',
    }),
  )
  expect(screen.getByText('Mine')).toBeTruthy()
})

async function openReport() {
  await whenReady.click((await openMenu('Theirs')).getByText('Report'))
  const dialog = within(await screen.findByRole('dialog'))
  return {
    dialog,
    reason: await dialog.findByRole('textbox', { name: 'Reason' }),
    send: () => whenReady.click(dialog.getByRole('button', { name: 'Send report' })),
  }
}

test("[social.43] Report on another's post opens a dialog that sends POST /api/posts/{id}/reports {reason}", async () => {
  const { api } = await renderBoth()
  const held = delayedResponse(() => json(201, { id: 5 }))
  api.on(report, held.respond)
  const { dialog, reason, send } = await openReport()
  await whenReady.change(reason, { target: { value: 'Insults me' } })
  await send()
  await waitFor(() => expect(api.sent(report).map(({ body }) => body)).toEqual([{ reason: 'Insults me' }]))
  expect(dialog.getByRole('button', { name: 'Sending...' }).getAttribute('aria-disabled')).toBe('true')
  expect(shownToast()).toBeNull()
  await act(async () => held.release())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(shownToast()).toEqual({
    title: 'Report Submitted',
    description: 'Thank you for your report. Our team will review it.',
    variant: 'default',
  })
  await settled()
  await waitFor(() =>
    expect(document.activeElement).toBe(cardOf('Theirs').getByRole('button', { name: /^Options for/ })),
  )
})

test.each([
  ['', 'Please say what is wrong with this post'],
  ['   \n', 'Please say what is wrong with this post'],
  ['😀'.repeat(501), 'Reason must be 500 characters or less'],
])('[social.43] A reason that cannot be sent says why, and makes no call', async (text, sentence) => {
  const { api } = await renderBoth()
  const { dialog, reason, send } = await openReport()
  await whenReady.change(reason, { target: { value: text } })
  await send()
  await dialog.findByText(sentence)
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(reason)
  await settled()
  expect(api.sent(report)).toHaveLength(0)
})

test('[social.43] A refused report keeps the dialog and its words', async () => {
  const { api } = await renderBoth()
  api.on(report, () => refused(429, 'too_many_requests', 'Too many reports, try again later'))
  const { reason, send } = await openReport()
  await whenReady.change(reason, { target: { value: 'x'.repeat(500) } })
  await send()
  await waitFor(() =>
    expect(shownToast()).toEqual({
      title: 'Error',
      description: 'Too many reports, try again later',
      variant: 'destructive',
    }),
  )
  expect(api.sent(report)).toHaveLength(1)
  expect((reason as HTMLTextAreaElement).value).toBe('x'.repeat(500))
})

test('[social.44] Report clicked signed out shows the Authentication required toast', async () => {
  const { api } = await renderBoth(null)
  await whenReady.click((await openMenu('Theirs')).getByText('Report'))
  expect(shownToast()).toMatchObject({
    title: 'Authentication required',
    description: 'You must be logged in to report posts',
  })
  await settled()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(api.calls).toHaveLength(1)
})
