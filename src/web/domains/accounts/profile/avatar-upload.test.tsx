import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { EditProfileForm } from './edit-profile-form.tsx'
import { expectToast, field, member, press, renderFor, type } from './testing/setup.tsx'

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:preview', revokeObjectURL() {} }))
})
afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const renderForm = () => renderFor(member, (viewer) => <EditProfileForm member={viewer} />)
const picture = (name = 'me.png', mediaType = 'image/png', text = 'bytes') =>
  new File([text], name, { type: mediaType })
const pick = async (file: File) =>
  await whenReady.change(screen.getByLabelText('Picture'), { target: { files: [file] } })
const shownPicture = () => document.querySelector('form img')?.getAttribute('src')
const stored = 'https://isles.example/avatars/7/abc.webp'

test('A picked file is sent as a data URL, shown while it travels, and then the site’s copy is', async () => {
  let respond: (response: Response) => void = () => undefined
  const pending = new Promise<Response>((resolve) => {
    respond = resolve
  })
  const calls = fakeApi({ 'PUT /api/user/avatar': () => pending })
  const client = renderForm()
  await pick(picture())
  await waitFor(() => expect(shownPicture()).toBe('blob:preview'))
  expect(screen.getByRole('button', { name: 'Uploading...' }).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText('Your picture is being uploaded')).toBeTruthy()
  respond(Response.json({ ...member, avatarUrl: stored }))
  await expectToast('Picture updated', 'Everybody can see your new picture now')
  expect(calls).toEqual([
    { method: 'PUT', path: '/api/user/avatar', body: { image: `data:image/png;base64,${btoa('bytes')}` } },
  ])
  expect(client.getQueryData(viewerQuery.queryKey)?.avatarUrl).toBe(stored)
  await waitFor(() => expect(field('Avatar URL').value).toBe(stored))
  expect(shownPicture()).toBe('/avatars/7/abc.webp')
})

test('What was typed elsewhere in the form stays', async () => {
  fakeApi({ 'PUT /api/user/avatar': respondWith({ ...member, avatarUrl: stored }) })
  renderForm()
  await type('Bio', 'not saved yet')
  await pick(picture())
  await waitFor(() => expect(field('Avatar URL').value).toBe(stored))
  expect(field('Bio').value).toBe('not saved yet')
})

describe('a file that cannot be sent', () => {
  test.each([
    [
      'a text',
      picture('a.txt', 'text/plain'),
      'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images',
    ],
    [
      'an empty file',
      picture('a.png', 'image/png', ''),
      'Invalid file type. Please upload JPEG, PNG, WebP, or GIF images',
    ],
    [
      'more than 5 MB',
      picture('a.png', 'image/png', 'x'.repeat(5_242_881)),
      'Image size exceeds the maximum limit (5MB)',
    ],
  ])('%s is refused at once, beside the button', async (_what, file, sentence) => {
    const calls = fakeApi({})
    renderForm()
    await pick(file)
    expect(screen.getByRole('alert').textContent).toBe(sentence)
    expect(calls).toEqual([])
  })
})

test.each([
  ['the server’s sentence', refuse(429, 'too_many_requests', 'Too many requests.'), 'Too many requests.'],
  ['a plain one', () => Promise.reject(new TypeError('Failed to fetch')), 'The upload failed'],
])(
  'A failed upload says %s, the old picture is back, and the next try is free',
  async (_what, respond, sentence) => {
    fakeApi({ 'PUT /api/user/avatar': respond })
    renderForm()
    await pick(picture())
    expect((await screen.findByRole('alert')).textContent).toBe(sentence)
    await waitFor(() => expect(shownPicture()).toBe(member.avatarUrl))
    expect(field('Avatar URL').value).toBe(member.avatarUrl)
    fakeApi({ 'PUT /api/user/avatar': respondWith({ ...member, avatarUrl: stored }) })
    await pick(picture())
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  },
)

test('An address that was saved gives way to the one of the site’s copy', async () => {
  fakeApi({ 'PATCH /api/user': respondWith({ ...member, avatarUrl: stored }) })
  renderForm()
  await type('Avatar URL', 'https://pictures.example/new.png')
  await press('Save changes')
  await waitFor(() => expect(field('Avatar URL').value).toBe(stored))
})
