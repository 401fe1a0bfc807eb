import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { useViewer, viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { testViewer } from '../../../testing/site.tsx'
import { LoginForm } from './login-form.tsx'
import { expectToast, press, renderFor, type } from './testing/setup.tsx'
import { useLogout } from './use-logout.ts'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

function LogoutButton() {
  const logout = useLogout()
  return (
    <button type="button" onClick={() => logout.mutate()}>
      {useViewer() === null ? 'LOGIN' : 'Logout'}
    </button>
  )
}

const emptyResponse = () => new Response(null, { status: 204 })

test("[auth.19] Logout calls POST /api/logout and shows toast 'Logged out' / 'You have been successfully logged out'", async () => {
  const calls = fakeApi({ 'POST /api/logout': emptyResponse })
  renderFor(testViewer, <LogoutButton />)
  await press('Logout')
  await expectToast('Logged out', 'You have been successfully logged out')
  expect(await screen.findByRole('button', { name: 'LOGIN' })).toBeTruthy()
  expect(calls).toEqual([{ method: 'POST', path: '/api/logout', body: undefined }])
})

test("[auth.20] Failed logout: destructive toast 'Logout failed', and the user stays signed in", async () => {
  fakeApi({ 'POST /api/logout': refuse(503, 'overloaded', 'The server is busy.') })
  const client = renderFor(testViewer, <LogoutButton />)
  await press('Logout')
  await expectToast('Logout failed', 'The server is busy.', 'destructive')
  expect(client.getQueryData(viewerQuery.queryKey)).toEqual(testViewer)
  expect(screen.getByRole('button', { name: 'Logout' })).toBeTruthy()
})

function OnScreen() {
  const { data } = useQuery<string>({ queryKey: ['shown'], queryFn: () => Promise.resolve('asked again') })
  return <p>{data}</p>
}

test('[auth.30] Signing out clears the query cache: no data of the former viewer remains on any page', async () => {
  fakeApi({ 'POST /api/logout': emptyResponse })
  const client = renderFor(testViewer, <LogoutButton />)
  client.setQueryData(['on another page'], 'of the former viewer')
  await press('Logout')
  await waitFor(() =>
    expect(
      client
        .getQueryCache()
        .getAll()
        .map(({ queryKey }) => queryKey),
    ).toEqual([['user']]),
  )
})

test('Signing out takes what was kept for a member out of the browser', async () => {
  localStorage.setItem('member:7:staff-application', '{"answers":{"age":"16"},"step":"about"}')
  localStorage.setItem('sound', 'true')
  fakeApi({ 'POST /api/logout': emptyResponse })
  renderFor(testViewer, <LogoutButton />)
  await press('Logout')
  await expectToast('Logged out', 'You have been successfully logged out')
  expect(Object.keys(localStorage)).toEqual(['sound'])
  localStorage.clear()
})

test('[auth.30] Signing in clears the query cache: what is on screen is asked for again', async () => {
  fakeApi({ 'POST /api/login': respondWith(testViewer) })
  const client = renderFor(
    null,
    <>
      <LoginForm />
      <OnScreen />
    </>,
  )
  await screen.findByText('asked again')
  act(() => {
    client.setQueryData(['shown'], "of the visitor's time")
    client.setQueryData(['on another page'], "of the visitor's time")
  })
  await screen.findByText("of the visitor's time")
  await type('Username', 'steve')
  await type('Password', 'correct horse')
  await press('Login')
  await screen.findByText('asked again')
  expect(client.getQueryData(['on another page'])).toBeUndefined()
})
