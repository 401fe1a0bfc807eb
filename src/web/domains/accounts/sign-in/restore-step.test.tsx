import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { testViewer } from '../../../testing/site.tsx'
import { LoginForm } from './login-form.tsx'
import { expectToast, press, renderFor, toastCard, type } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const deletesAt = '2096-01-15T12:00:00.000Z'
const pending = () =>
  Response.json(
    { error: 'Restore it?', message: 'Restore it?', code: 'deletion_pending', current: { deletesAt } },
    { status: 403 },
  )
const login = 'POST /api/login'
const restore = 'POST /api/account/restore'

async function signIn() {
  const client = renderFor(null, <LoginForm />)
  await type('Username', 'steve')
  await type('Password', 'correct horse')
  await press('Login')
  return client
}

test('[owner.83] The date is asked about, which is no failure, and Back restores nothing', async () => {
  const calls = fakeApi({ [login]: pending, [restore]: respondWith(testViewer) })
  const client = await signIn()
  const question = await screen.findByText(/Your account will be deleted on/)
  expect(question.querySelector('time')?.getAttribute('datetime')).toBe(deletesAt)
  expect(document.activeElement).toBe(question)
  expect([screen.queryByRole('alert'), toastCard()]).toEqual([null, null])
  await press('Back')
  expect((await screen.findByLabelText<HTMLInputElement>('Username')).value).toBe('steve')
  expect(calls.map(({ path }) => path)).toEqual(['/api/login'])
  expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
})

test('[owner.83] Confirmed: restored with the same name, password and code, and signed in', async () => {
  const responses = [
    refuse(401, 'second_factor_required', 'Enter the code of your authenticator app'),
    pending,
  ]
  const calls = fakeApi({ [login]: () => responses.shift()!(), [restore]: respondWith(testViewer) })
  const client = await signIn()
  await screen.findByLabelText('Code')
  await type('Code', '123456')
  await press('Login')
  await screen.findByText(/Your account will be deleted on/)
  await press('Restore my account')
  await expectToast('Account restored', 'Welcome back, steve!')
  expect(calls.at(-1)?.body).toEqual({ username: 'steve', password: 'correct horse', code: '123456' })
  await waitFor(() => expect(client.getQueryData(viewerQuery.queryKey)?.username).toBe('steve'))
})

test('[owner.83] A refusal is said, and the question stays', async () => {
  fakeApi({
    [login]: pending,
    [restore]: refuse(401, 'second_factor_wrong', 'That code is wrong. Try the next one.'),
  })
  const client = await signIn()
  await screen.findByText(/Your account will be deleted on/)
  await press('Restore my account')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Account not restoredThat code is wrong. Try the next one.',
  )
  expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
})
