import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { OwnUser } from '../../contract/accounts/users-schemas.ts'
import { EditProfileForm } from '../domains/accounts/profile/edit-profile-form.tsx'
import { WritePost } from '../domains/posts/write-post.tsx'
import { ReportBug } from '../domains/reports/bug-reports/report-bug.tsx'
import { ContactForm } from '../domains/reports/contact/contact-form.tsx'
import { makeQueryClient } from '../platform/query-client.ts'
import { endSession, viewerQuery } from '../platform/viewer.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testViewer } from '../testing/site.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const forms = {
  contact: <ContactForm />,
  post: <WritePost />,
  report: <ReportBug />,
  profile: <EditProfileForm member={testViewer} />,
}

/** The form as somebody opens it; `leave` is a navigation or a reload. */
function open(form: keyof typeof forms, viewer: OwnUser | null = testViewer) {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, viewer)
  const router = createMemoryRouter([{ path: '*', element: forms[form] }])
  const { unmount } = render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  return { client, leave: unmount }
}

const fields = {
  contact: 'Message',
  post: 'What is on your mind?',
  report: 'Details',
  profile: 'Bio',
} as const
const field = (form: keyof typeof fields) =>
  screen.getByLabelText<HTMLInputElement | HTMLTextAreaElement>(fields[form])
const type = async (form: keyof typeof fields, value: string) =>
  await whenReady.input(field(form), { target: { value } })
const note = () => screen.queryByText(/^Your draft is back/)

const kinds = Object.keys(fields) as (keyof typeof fields)[]
const other: OwnUser = { ...testViewer, id: 8, username: 'alex' }

test.each(kinds)('What a member typed (%s) is shown to nobody else in this browser', async (form) => {
  const first = open(form)
  await type(form, 'Typed by steve')
  first.leave()
  open(form, other)
  expect(field(form).value).toBe('')
  expect(note()).toBeNull()
})

test.each(kinds)(
  'What was typed (%s) is there again after the page was left, and can be discarded',
  async (form) => {
    const first = open(form)
    await type(form, 'Typed by steve')
    first.leave()
    const second = open(form)
    expect(field(form).value).toBe('Typed by steve')
    await whenReady.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(field(form).value).toBe('')
    expect(note()).toBeNull()
    second.leave()
    open(form)
    expect(field(form).value).toBe('')
  },
)

test.each(['contact', 'report'] as const)(
  'What stands in a form (%s) stays there when the session ends, and is stored for its member',
  async (form) => {
    const first = open(form)
    await type(form, 'Typed before')
    await endSession(first.client)
    expect(field(form).value).toBe('Typed before')
    await type(form, 'Typed before and after')
    first.leave()
    open(form)
    expect(field(form).value).toBe('Typed before and after')
  },
)

test('What was sent is no draft any more, also when the page was left before the answer came', async () => {
  let respond: (response: Response) => void = () => undefined
  const held = new Promise<Response>((resolve) => {
    respond = resolve
  })
  fakeApi({ 'POST /api/contact': () => held, 'GET /api/posts?limit=20': respondWith([]) })
  const first = open('contact')
  await whenReady.input(screen.getByLabelText('Name'), { target: { value: 'Steve' } })
  await whenReady.input(screen.getByLabelText('Email'), { target: { value: 'steve@isles.example' } })
  await whenReady.input(screen.getByLabelText('Subject'), { target: { value: 'Hello' } })
  await type('contact', 'Typed by steve')
  await whenReady.click(screen.getByRole('button', { name: 'SEND MESSAGE' }))
  first.leave()
  expect(localStorage.getItem('member:7:contact')).not.toBeNull()
  respond(Response.json({ id: 1 }, { status: 201 }))
  await waitFor(() => expect(localStorage.getItem('member:7:contact')).toBeNull())
})

test('No password is ever stored', async () => {
  open('profile')
  await type('profile', 'A bio')
  expect(Object.keys(localStorage)).toEqual(['member:7:profile'])
  expect(Object.keys(JSON.parse(localStorage.getItem('member:7:profile') ?? ''))).toEqual(['bio', 'savedAt'])
})

test('[owner.16] A draft whose texts were saved by a slow save is none', async () => {
  const first = open('profile')
  await type('profile', 'Typed and saved')
  first.leave()
  const member = { ...testViewer, bio: 'Typed and saved' }
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, member)
  const router = createMemoryRouter([{ path: '*', element: <EditProfileForm member={member} /> }])
  render(
    <TestProviders client={client}>
      <RouterProvider router={router} />
    </TestProviders>,
  )
  expect(field('profile').value).toBe('Typed and saved')
  expect(note()).toBeNull()
})
