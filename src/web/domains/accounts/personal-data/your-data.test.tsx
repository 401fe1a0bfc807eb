import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeAudio } from '../../../testing/audio.ts'
import { fakeApi, refuse } from '../../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { YourData } from './your-data.tsx'

beforeEach(() => fakeAudio())
afterEach(() => {
  cleanup()
  act(clearToasts)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const steve: OwnUser = { ...testViewer, rank: 'Member', gamertag: 'Steve 猫' }
const address = 'POST /api/account/delete'

function show(member = steve) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, member)
  const router = createMemoryRouter(
    [
      { path: '/profile', element: <YourData member={member} /> },
      { path: '/', element: <p>the start page</p> },
    ],
    { initialEntries: ['/profile'] },
  )
  render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  return { client, router }
}

const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))
const write = async (label: string, text: string) =>
  await whenReady.change(screen.getByLabelText(label), { target: { value: text } })

async function openDialog() {
  await press('Delete my account')
  return within(screen.getByRole('dialog'))
}

const expectToast = (title: string, description: string) =>
  waitFor(() => expect(document.querySelector('li[data-variant]')?.textContent).toBe(title + description))

test('The dialog says what goes and what stays; /link only to who is linked, the audit log only to staff', async () => {
  fakeApi({})
  show()
  const text = () => screen.getByRole('dialog').textContent ?? ''
  await openDialog()
  expect(text()).toContain('Your posts with their images')
  expect(text()).toContain('Matches, in your opponents’ history, played by “Deleted player”')
  expect(text()).toContain('/link')
  expect(text()).not.toContain('audit log')
  cleanup()
  show({ ...steve, rank: 'Helper', gamertag: null })
  await openDialog()
  expect(text()).not.toContain('/link')
  expect(text()).toContain('A player you have not linked keeps their gamertag and page.')
  expect(text()).toContain('With your name: what you did as staff, in the audit log')
})

test('Without the username typed out, or without a password, nothing is sent, and the fields say why', async () => {
  const calls = fakeApi({})
  show()
  const dialog = await openDialog()
  const complaints = () => [...document.querySelectorAll('[id$="-error"]')].map((one) => one.textContent)
  await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await waitFor(() =>
    expect(complaints()).toEqual(['Type steve exactly as shown here', 'Enter your password']),
  )
  await write('Type steve to confirm', 'Steve')
  await write('Password', 'correct horse')
  await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await waitFor(() => expect(complaints()).toEqual(['Type steve exactly as shown here']))
  expect(calls).toEqual([])
})

test.each([
  [400, 'validation', 'Your password is wrong', { password: 'Your password is wrong' }],
  [
    409,
    'conflict',
    'You are the last Owner. Make another member an Owner before you delete your account.',
    undefined,
  ],
] as const)(
  'Refused with %i: the member stays, and the reason is said',
  async (status, code, sentence, fields) => {
    fakeApi({ [address]: refuse(status, code, sentence, fields) })
    const { client } = show()
    const dialog = await openDialog()
    await write('Type steve to confirm', 'steve')
    await write('Password', 'wrong horse')
    await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
    await expectToast('Account not deleted', sentence)
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(document.querySelector('[id$="-error"]')?.textContent).toBe(fields?.password)
    expect(client.getQueryData(viewerQuery.queryKey)).toEqual(steve)
  },
)

test('Deleted with the 14 days or, with its box ticked, at once: the start page, nobody signed in, and a toast', async () => {
  for (const now of [false, true]) {
    const calls = fakeApi({ [address]: () => new Response(null, { status: 204 }) })
    show()
    const dialog = await openDialog()
    await write('Type steve to confirm', 'steve')
    await write('Password', 'correct horse')
    if (now) await whenReady.click(dialog.getByLabelText('Delete now, without the 14 days'))
    await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
    const said = now
      ? 'Your account and your data are gone'
      : 'For 14 days you can restore it: sign in and confirm'
    await expectToast('Account deleted', said)
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { password: 'correct horse', ...(now && { now }) },
    ])
    cleanup()
    act(clearToasts)
  }
})

test('Deleted: the start page and nobody signed in', async () => {
  const calls = fakeApi({ [address]: () => new Response(null, { status: 204 }) })
  const { client, router } = show()
  const dialog = await openDialog()
  await write('Type steve to confirm', 'steve')
  await write('Password', 'correct horse')
  await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await expectToast('Account deleted', 'For 14 days you can restore it: sign in and confirm')
  expect(calls).toEqual([
    { method: 'POST', path: '/api/account/delete', body: { password: 'correct horse' } },
  ])
  expect(router.state.location.pathname).toBe('/')
  await waitFor(() => expect(client.getQueryData(viewerQuery.queryKey)).toBeNull())
})

test('Deleting the account removes its drafts from the browser, and a refusal keeps them', async () => {
  const draft = `member:${steve.id}:staff-application`
  const kept = ['member:8:staff-application', 'sound']
  for (const key of [draft, ...kept]) localStorage.setItem(key, '{"age":"16"}')
  sessionStorage.setItem('visitor:contact', '{"subject":"Hello"}')
  let remove = refuse(409, 'conflict', 'You are the last Owner.')
  fakeApi({ [address]: () => remove() })
  show()
  const dialog = await openDialog()
  await write('Type steve to confirm', 'steve')
  await write('Password', 'correct horse')
  await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await expectToast('Account not deleted', 'You are the last Owner.')
  expect(Object.keys(localStorage).sort()).toEqual([draft, ...kept].sort())
  act(clearToasts)
  remove = () => new Response(null, { status: 204 })
  await whenReady.click(dialog.getByRole('button', { name: 'Delete my account' }))
  await expectToast('Account deleted', 'For 14 days you can restore it: sign in and confirm')
  expect(Object.keys(localStorage).sort()).toEqual(kept)
  expect(Object.keys(sessionStorage)).toEqual([])
})

test('The download is saved under the server’s name', async () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(`${this.download} ${this.href}`)
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const headers = { 'content-disposition': 'attachment; filename="my-data-2026-02-01.json"' }
  fakeApi({ 'GET /api/account/export': () => new Response('{}', { headers }) })
  show()
  await press('Download my data')
  await expectToast('Download ready', 'Your data is saved as a JSON file')
  expect(saved).toEqual(['my-data-2026-02-01.json blob:x'])
})

test('A refused download saves nothing and says why', async () => {
  fakeApi({ 'GET /api/account/export': refuse(429, 'too_many_requests', 'Too many requests') })
  show()
  await press('Download my data')
  await expectToast('Download failed', 'Too many requests')
})
