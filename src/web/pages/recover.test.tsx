import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../platform/query-client.ts'
import { SiteProvider } from '../platform/site.tsx'
import { clearToasts } from '../platform/toasts.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders, testSite } from '../testing/site.tsx'
import { ToastRegion } from '../ui/toast.tsx'
import ConfirmEmailPage from './confirm-email.tsx'
import Recover from './recover.tsx'
import RecoverFinish from './recover-finish.tsx'

beforeEach(() => vi.stubGlobal('scrollTo', () => {}))
afterEach(() => {
  cleanup()
  act(clearToasts)
  vi.unstubAllGlobals()
})

const token = 'a'.repeat(43)

async function open(address: string, sendsMail = true) {
  const router = createMemoryRouter(
    [
      { path: '/recover', Component: Recover },
      { path: '/recover/finish', Component: RecoverFinish },
      { path: '/confirm-email', Component: ConfirmEmailPage },
      { path: '*', element: <p>another page</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <TestProviders client={makeQueryClient()}>
      <SiteProvider site={{ ...testSite, sendsMail }}>
        <RouterProvider router={router} />
        <ToastRegion />
      </SiteProvider>
    </TestProviders>,
  )
  await act(async () => {})
  return router
}

const type = async (label: string, value: string) =>
  await whenReady.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))
const passwords = async (one: string, other = one) => {
  await type('New Password', one)
  await type('Confirm New Password', other)
}

describe('/recover by mail', () => {
  test('sends the name and shows what the server says, which tells nobody whether there is such an account', async () => {
    const message = 'If an account has this name, a mail is on its way to it.'
    const calls = fakeApi({ 'POST /api/recovery': respondWith({ message }, 202) })
    await open('/recover')
    await press('Send the link')
    await screen.findByText('Enter your username or email address')
    expect(calls).toEqual([])
    await type('Username or email', 'steve')
    await press('Send the link')
    await screen.findByText(message)
    expect(calls).toEqual([{ method: 'POST', path: '/api/recovery', body: { name: 'steve' } }])
    expect(document.activeElement?.textContent).toBe('Check your email')
    await press('Use another name')
    expect(await screen.findByLabelText('Username or email')).toBeTruthy()
  })

  test('says why nothing was sent', async () => {
    fakeApi({ 'POST /api/recovery': refuse(429, 'too_many_requests', 'Too many requests.') })
    await open('/recover')
    await type('Username or email', 'steve')
    await press('Send the link')
    expect((await screen.findByRole('alert')).textContent).toContain('Too many requests.')
  })

  test('[evening.65] Where the site sends no mail, recovery is by code alone: no address is asked for', async () => {
    fakeApi({})
    await open('/recover', false)
    expect(screen.queryByRole('tab')).toBeNull()
    expect(screen.queryByLabelText('Username or email')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Send the link' })).toBeNull()
    expect(screen.getByLabelText('Code')).toBeTruthy()
  })
})

describe('/recover by code', () => {
  const fill = async (code: string) => {
    await type('Username', 'steve')
    await type('Code', code)
    await passwords('better horse')
  }

  test('sends what was typed, tidied, and leads to the login', async () => {
    const calls = fakeApi({ 'POST /api/recovery/by-code': respondWith({ message: 'Your password is set.' }) })
    const router = await open('/recover', false)
    await fill('abcd-efgh 2345')
    await press('Set password')
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(calls.map(({ body }) => body)).toEqual([
      { username: 'steve', code: 'ABCDEFGH2345', newPassword: 'better horse' },
    ])
  })

  test.each(['', 'ABC', 'ABCDEFGHI', 'ABCD234!'])('sends nothing that cannot be a code: %j', async (code) => {
    const calls = fakeApi({})
    await open('/recover', false)
    await fill(code)
    await press('Set password')
    await screen.findByText('Enter the code: 8 characters from /link in game, or 12 from staff')
    expect(calls).toEqual([])
  })

  test('shows a refusal at the code', async () => {
    fakeApi({
      'POST /api/recovery/by-code': refuse(400, 'validation', 'They do not belong together', {
        code: 'They do not belong together',
      }),
    })
    await open('/recover', false)
    await fill('ABCD2345')
    await press('Set password')
    await waitFor(() => expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true'))
  })
})

describe('/recover/finish', () => {
  test('takes the link out of the address, and sets the password once both agree', async () => {
    const calls = fakeApi({ 'POST /api/recovery/finish': respondWith({ message: 'Your password is set.' }) })
    const router = await open(`/recover/finish#${token}`)
    await waitFor(() => expect(router.state.location.hash).toBe(''))
    await passwords('better horse', 'other horse')
    await press('Set password')
    await screen.findByText("Passwords don't match")
    expect(calls).toEqual([])
    await passwords('better horse')
    await press('Set password')
    await waitFor(() => expect(router.state.location.pathname).toBe('/auth'))
    expect(calls.map(({ body }) => body)).toEqual([{ token, newPassword: 'better horse' }])
  })

  test.each(['/recover/finish', '/recover/finish#short', '/confirm-email', '/confirm-email#short'])(
    '%s is not a whole link, and says so',
    async (address) => {
      fakeApi({})
      await open(address)
      expect((await screen.findByRole('alert')).textContent).toContain('This link is not complete')
    },
  )

  test('a link that is over leads to another one', async () => {
    fakeApi({
      'POST /api/recovery/finish': refuse(400, 'validation', 'This link is no longer valid.'),
    })
    await open(`/recover/finish#${token}`)
    await passwords('better horse')
    await press('Set password')
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.')
    expect(screen.getByRole('link', { name: 'Ask for a new email' }).getAttribute('href')).toBe('/recover')
  })
})

describe('/confirm-email', () => {
  test('confirms nothing by being opened, only by its button', async () => {
    const calls = fakeApi({
      'POST /api/email/confirm': respondWith({ message: 'Your email address is confirmed' }),
    })
    await open(`/confirm-email#${token}`)
    await screen.findByRole('button', { name: 'Confirm my address' })
    expect(calls).toEqual([])
    await press('Confirm my address')
    await screen.findByText('Your email address is confirmed.')
    expect(calls[0]).toEqual({ method: 'POST', path: '/api/email/confirm', body: { token } })
  })

  test('says why it did not', async () => {
    fakeApi({ 'POST /api/email/confirm': refuse(400, 'validation', 'This link is no longer valid.') })
    await open(`/confirm-email#${token}`)
    await press('Confirm my address')
    expect((await screen.findByRole('alert')).textContent).toContain('This link is no longer valid.')
  })
})
