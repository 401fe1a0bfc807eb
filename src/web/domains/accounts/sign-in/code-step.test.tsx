import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { testViewer } from '../../../testing/site.tsx'
import { LoginForm } from './login-form.tsx'
import { expectToast, press, renderFor, toastCard, type } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const asks = refuse(401, 'second_factor_required', 'Enter the code of your authenticator app')
const wrong = refuse(401, 'second_factor_wrong', 'That code is wrong. Try the next one.')

/** The responses to one sign-in after the other. */
function respondInTurn(...responses: (() => Response | Promise<Response>)[]) {
  return fakeApi({ 'POST /api/login': () => responses.shift()!() })
}

async function reachCode() {
  const client = renderFor(null, <LoginForm />)
  await type('Username', 'steve')
  await type('Password', 'correct horse')
  await press('Login')
  await screen.findByLabelText('Code')
  return client
}

test('A wrong code is said, the step stays, and nobody is signed in', async () => {
  const calls = respondInTurn(asks, wrong)
  const client = await reachCode()
  await type('Code', '000000')
  await press('Login')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Login failedThat code is wrong. Try the next one.',
  )
  await expectToast('Login failed', 'That code is wrong. Try the next one.', 'destructive')
  expect(screen.getByLabelText('Code')).toBeTruthy()
  expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
  expect(calls).toHaveLength(2)
})

test('An empty code makes no call', async () => {
  const calls = respondInTurn(asks)
  await reachCode()
  await press('Login')
  const input = screen.getByLabelText('Code')
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Enter a code')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('An account with a second factor is asked for the code in a second step, which is no failure and has the focus', async () => {
  const calls = respondInTurn(asks, respondWith(testViewer))
  const client = await reachCode()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(toastCard()).toBeNull()
  const input = screen.getByLabelText<HTMLInputElement>('Code')
  expect(document.activeElement).toBe(input)
  expect([input.autocomplete, input.inputMode]).toEqual(['one-time-code', 'numeric'])
  await type('Code', '123456')
  await press('Login')
  await expectToast('Login successful', 'Welcome back, steve!')
  expect(calls.map(({ body }) => body)).toEqual([
    { username: 'steve', password: 'correct horse' },
    { username: 'steve', password: 'correct horse', code: '123456' },
  ])
  expect(client.getQueryData(viewerQuery.queryKey)?.username).toBe('steve')
})

test('A recovery code has a field of its own, for letters', async () => {
  const calls = respondInTurn(asks, respondWith(testViewer))
  await reachCode()
  await press('Use a recovery code')
  const input = screen.getByLabelText<HTMLInputElement>('Recovery code')
  expect([input.autocomplete, input.inputMode]).toEqual(['off', 'text'])
  await waitFor(() => expect(document.activeElement).toBe(input))
  await type('Recovery code', 'k3tz-90qf-7m2c-xw5h')
  await press('Login')
  await waitFor(() => expect(calls).toHaveLength(2))
  expect(calls[1]?.body).toMatchObject({ code: 'k3tz-90qf-7m2c-xw5h' })
})

test('Back leads to name and password as they were typed', async () => {
  respondInTurn(asks)
  await reachCode()
  await whenReady.click(screen.getByRole('button', { name: 'Back' }))
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('steve')
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse')
  expect(screen.queryByRole('alert')).toBeNull()
})
