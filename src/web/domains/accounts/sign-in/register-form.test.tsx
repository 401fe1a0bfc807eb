import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { SiteProvider } from '../../../platform/site.tsx'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testSite, testViewer } from '../../../testing/site.tsx'
import { RegisterForm } from './register-form.tsx'
import { expectToast, press, renderFor, type } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

interface Filled {
  username: string
  email: string
  password: string
  confirmation: string
}

const good: Filled = {
  username: 'New Player-1',
  email: 'new@player.example',
  password: 'correct horse',
  confirmation: 'correct horse',
}

async function register(filled: Partial<Filled> = {}) {
  const { username, email, password, confirmation } = { ...good, ...filled }
  await type('Username', username)
  await type('Email (optional)', email)
  await type('Password', password)
  await type('Confirm Password', confirmation)
  await press('Register')
}

const created = respondWith({ ...testViewer, username: 'New Player-1', rank: 'Member' }, 201)

/** Registers and returns the error below the field. */
async function complaintAt(label: string, filled: Partial<Filled>) {
  const calls = fakeApi({ 'POST /api/register': created })
  renderFor(null, <RegisterForm />)
  await register(filled)
  const input = screen.getByLabelText(label)
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(calls).toEqual([])
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
  return document.getElementById(ids.find((id) => id.endsWith('-error')) ?? '')?.textContent
}

test('[auth.07] The register form has username, optional email, password and confirmation; POST /api/register carries no confirmPassword', async () => {
  const calls = fakeApi({ 'POST /api/register': created })
  renderFor(null, <RegisterForm />)
  await register()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/api/register',
      body: { username: good.username, email: good.email, password: good.password },
    },
  ])
})

test('[auth.09] Register: email may be empty and is then left out', async () => {
  const calls = fakeApi({ 'POST /api/register': created })
  renderFor(null, <RegisterForm />)
  await register({ email: '' })
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]?.body).toEqual({ username: good.username, password: good.password })
})

test('[owner.10] Register: the field of the address says that a mail comes, or why none does', async () => {
  for (const [sendsMail, hint] of [
    [true, 'We send you a link to confirm it.'],
    [false, /^This site cannot send email yet/],
  ] as const) {
    const client = makeQueryClient()
    client.setQueryData(viewerQuery.queryKey, null)
    const { unmount } = render(
      <TestProviders client={client}>
        <SiteProvider site={{ ...testSite, sendsMail }}>
          <RegisterForm />
        </SiteProvider>
      </TestProviders>,
    )
    expect(screen.getByText(hint)).toBeTruthy()
    unmount()
  }
})

describe('register validation', () => {
  test.each([
    [
      '[auth.08] Register: a username under 3 shows the same message as login',
      'Username',
      { username: 'ab' },
      'Username must be at least 3 characters',
    ],
    [
      '[auth.08] Register: a password under 6 shows the same message as login',
      'Password',
      { password: '12345', confirmation: '12345' },
      'Password must be at least 6 characters',
    ],
    [
      "[auth.09] Register: a bad email shows 'Invalid email address'",
      'Email (optional)',
      { email: 'new@player' },
      'Invalid email address',
    ],
    [
      '[auth.10] Register: a confirmation under 6 characters is refused',
      'Confirm Password',
      { confirmation: '12345' },
      'Password must be at least 6 characters',
    ],
    [
      "[auth.10] Register: a confirmation unlike the password shows 'Passwords don't match'",
      'Confirm Password',
      { confirmation: 'correct horses' },
      "Passwords don't match",
    ],
    [
      "[auth.25] Username over 32: 'Username must be 32 characters or less'",
      'Username',
      { username: 'a'.repeat(33) },
      'Username must be 32 characters or less',
    ],
    [
      "[auth.26] Username other than ASCII letters, digits, _, - and single inner spaces: 'Username may contain letters, digits, spaces, _ and -'",
      'Username',
      { username: 'two  spaces' },
      'Username may contain letters, digits, spaces, _ and -',
    ],
    [
      "[auth.27] Password over 128: 'Password must be 128 characters or less'",
      'Password',
      { password: 'a'.repeat(129), confirmation: 'a'.repeat(129) },
      'Password must be 128 characters or less',
    ],
  ])('%s', async (_title, label, filled, message) => {
    expect(await complaintAt(label, filled)).toBe(message)
  })
})

test("[auth.12] Successful registration: signed in, toast 'Registration successful' / 'Welcome to the community, {name}!'", async () => {
  fakeApi({ 'POST /api/register': created })
  const client = renderFor(null, <RegisterForm />)
  await register()
  await expectToast('Registration successful', 'Welcome to the community, New Player-1!')
  await waitFor(() => expect(client.getQueryData(viewerQuery.queryKey)?.username).toBe('New Player-1'))
})

describe('registration failure', () => {
  const fallback = 'Registration failed. Please try again.'
  const taken = 'That username is already taken'
  test.each([
    ["shows the server's sentence", refuse(409, 'conflict', taken), taken],
    ['without a sentence shows the general one', () => new Response('', { status: 503 }), fallback],
    [
      'of the connection shows the general one',
      () => Promise.reject(new TypeError('Failed to fetch')),
      fallback,
    ],
  ])(
    '[auth.15] [auth.16] Failed registration %s, inline (role alert) and as a destructive toast',
    async (_case, respond, sentence) => {
      fakeApi({ 'POST /api/register': respond })
      const client = renderFor(null, <RegisterForm />)
      await register()
      expect((await screen.findByRole('alert')).textContent).toBe(`Registration failed${sentence}`)
      await expectToast('Registration failed', sentence, 'destructive')
      expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
    },
  )
})

describe('the optional link code', () => {
  const withCode = async (code: string) => {
    const calls = fakeApi({ 'POST /api/register': created })
    renderFor(null, <RegisterForm />)
    await type('Link code (optional)', code)
    await register()
    return calls
  }

  test('travels as linkCode, however it was typed', async () => {
    const calls = await withCode(' abcd-2345')
    await waitFor(() => expect(calls).toHaveLength(1))
    expect(calls[0]?.body).toEqual({
      username: good.username,
      email: good.email,
      password: good.password,
      linkCode: 'ABCD2345',
    })
  })

  test('that cannot be one is not sent', async () => {
    const calls = await withCode('ABC')
    expect(await screen.findByText('Enter the 8-character code that /link shows in game')).toBeTruthy()
    expect(screen.getByLabelText('Link code (optional)').getAttribute('aria-invalid')).toBe('true')
    expect(calls).toEqual([])
  })
})
