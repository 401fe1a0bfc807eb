import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { regardless } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { testViewer } from '../../../testing/site.tsx'
import { LoginForm } from './login-form.tsx'
import { expectToast, press, renderFor, type } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

async function logIn(username = 'steve', password = 'correct horse') {
  await type('Username', username)
  await type('Password', password)
  await press('Login')
}

test('[auth.04] The login form sends POST /api/login {username, password}', async () => {
  const calls = fakeApi({ 'POST /api/login': respondWith(testViewer) })
  renderFor(null, <LoginForm />)
  await logIn()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls).toEqual([
    { method: 'POST', path: '/api/login', body: { username: 'steve', password: 'correct horse' } },
  ])
  await expectToast('Login successful', 'Welcome back, steve!')
})

test('A second press while the first is on its way sends nothing', async () => {
  let release = (_: Response) => {}
  const pending = new Promise<Response>((resolve) => {
    release = resolve
  })
  const calls = fakeApi({ 'POST /api/login': () => pending })
  renderFor(null, <LoginForm />)
  await logIn()
  const button = screen.getByRole('button', { name: 'Login' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
  regardless.click(button)
  await act(async () => release(Response.json(testViewer)))
  await waitFor(() => expect(button.hasAttribute('aria-disabled')).toBe(false))
  expect(calls).toHaveLength(1)
})

test.each([
  ['[auth.05] Login: no username is too short: it is asked for as typed', ['st', 'correct horse']],
  ['[auth.06] Login: no password is too short: it is asked for as typed', ['steve', '12345']],
] as const)('%s', async (_title, [username, password]) => {
  const calls = fakeApi({ 'POST /api/login': respondWith(testViewer) })
  renderFor(null, <LoginForm />)
  await logIn(username, password)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({ body: { username, password } })
})

test("[auth.11] Successful login: toast 'Login successful' / 'Welcome back, {name}!' and the viewer is known", async () => {
  fakeApi({ 'POST /api/login': respondWith({ ...testViewer, username: 'Alex' }) })
  const client = renderFor(null, <LoginForm />)
  await logIn('alex')
  await expectToast('Login successful', 'Welcome back, Alex!')
  await waitFor(() => expect(client.getQueryData(viewerQuery.queryKey)?.username).toBe('Alex'))
})

describe('login failure', () => {
  const fallback = 'Login failed. Please check your credentials.'
  test.each([
    ["shows the server's sentence", refuse(429, 'too_many_requests', 'Too many tries.'), 'Too many tries.'],
    [
      'without a sentence shows the general one',
      () => new Response('<h1>502</h1>', { status: 502 }),
      fallback,
    ],
    [
      'of the connection shows the general one',
      () => Promise.reject(new TypeError('Failed to fetch')),
      fallback,
    ],
  ])(
    '[auth.14] [auth.16] Failed login %s, inline (role alert) and as a destructive toast',
    async (_case, respond, sentence) => {
      fakeApi({ 'POST /api/login': respond })
      const client = renderFor(null, <LoginForm />)
      await logIn()
      expect((await screen.findByRole('alert')).textContent).toBe(`Login failed${sentence}`)
      await expectToast('Login failed', sentence, 'destructive')
      expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
      expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('steve')
    },
  )
})

test('The login form can never put a password into an address', () => {
  renderFor(null, <LoginForm />)
  expect(screen.getByLabelText('Password').closest('form')?.method).toBe('post')
})
