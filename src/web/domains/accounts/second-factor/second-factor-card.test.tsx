import { act, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { SecondFactorState } from '../../../../contract/accounts/second-factor-schemas.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { SecondFactorCard } from './second-factor-card.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const off: SecondFactorState = { since: null, recoveryCodesLeft: 0, isRequired: false }
const on: SecondFactorState = { since: '2026-01-05T15:04:00.000Z', recoveryCodesLeft: 10, isRequired: false }
const setup = {
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  otpauthUrl: 'otpauth://totp/Isles:steve?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  qr: { size: 25, path: 'M2 2h7v1h-7z' },
  expiresAt: '2026-01-05T15:19:00.000Z',
}
const recoveryCodes = ['k3tz-90qf-7m2c-xw5h', 'aaaa-bbbb-cccc-dddd']

function show() {
  const client = makeQueryClient()
  client.setQueryData(viewerQuery.queryKey, testViewer)
  return render(
    <TestProviders client={client}>
      <MemoryRouter>
        <SecondFactorCard member={testViewer} />
      </MemoryRouter>
      <ToastRegion />
    </TestProviders>,
  )
}

const type = async (label: string, value: string) =>
  await whenReady.change(screen.getByLabelText(label), { target: { value } })
const press = async (name: string) => await whenReady.click(screen.getByRole('button', { name }))

test('A failure says so and offers another try', async () => {
  fakeApi({ 'GET /api/second-factor': refuse(500, 'internal', 'Something went wrong on our side') })
  show()
  expect(screen.getByRole('status').textContent).toBe('Loading your second factor...')
  expect((await screen.findByRole('alert')).textContent).toContain('Your second factor could not be loaded')
  fakeApi({ 'GET /api/second-factor': respondWith(off) })
  await press('Retry')
  await screen.findByRole('button', { name: 'Set up' })
})

test('anyone who leaves right after closing the dialog is not followed', async () => {
  fakeApi({ 'GET /api/second-factor': respondWith(off) })
  const { unmount } = show()
  await whenReady.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = await screen.findByRole('dialog')
  vi.useFakeTimers()
  await whenReady.keyDown(dialog, { key: 'Escape' })
  unmount()
  const requests = vi.spyOn(document, 'activeElement', 'get')
  // Whatever was planned before the page was left would happen now.
  vi.runAllTimers()
  vi.useRealTimers()
  expect(requests).not.toHaveBeenCalled()
  requests.mockRestore()
})

test("A dialog that cannot be loaded is a destructive toast 'Connection Error'", async () => {
  vi.doMock('./second-factor-dialog.tsx', () => Promise.reject(new Error('no connection')))
  fakeApi({ 'GET /api/second-factor': respondWith(off) })
  show()
  await whenReady.click(await screen.findByRole('button', { name: 'Set up' }))
  const toast = (await screen.findByText('Connection Error')).closest('li')
  expect(toast?.dataset.variant).toBe('destructive')
  vi.doUnmock('./second-factor-dialog.tsx')
  await whenReady.click(screen.getByRole('button', { name: 'Set up' }))
  await screen.findByRole('dialog')
})

describe('setting it up', () => {
  async function begin(responses: Parameters<typeof fakeApi>[0]) {
    const calls = fakeApi({ 'GET /api/user': respondWith(testViewer), ...responses })
    show()
    await whenReady.click(await screen.findByRole('button', { name: 'Set up' }))
    await screen.findByRole('dialog', { name: 'Set up a second factor' })
    return calls
  }

  test('a wrong password is said at its field', async () => {
    const sentence = 'Your password is wrong'
    await begin({
      'GET /api/second-factor': respondWith(off),
      'POST /api/second-factor/setup': refuse(400, 'validation', sentence, { password: sentence }),
    })
    await type('Your password', 'wrong horse')
    await press('Continue')
    await screen.findByText(sentence)
    expect(screen.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true')
  })

  test('a refusal without a field is said above the form', async () => {
    await begin({
      'GET /api/second-factor': respondWith(off),
      'POST /api/second-factor/setup': refuse(429, 'too_many_requests', 'Too many tries.'),
    })
    await type('Your password', 'correct horse')
    await press('Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('Too many tries.')
  })

  test('a wrong code is said at its field; an expired set-up begins again', async () => {
    const responses: Record<string, () => Response | Promise<Response>> = {
      'GET /api/second-factor': respondWith(off),
      'POST /api/second-factor/setup': respondWith(setup),
      'POST /api/second-factor': refuse(400, 'validation', 'Not right', { code: 'Not right' }),
    }
    await begin(responses)
    await type('Your password', 'correct horse')
    await press('Continue')
    await screen.findByLabelText('Code')
    await type('Code', '000000')
    await press('Confirm')
    await screen.findByText('Not right')
    fakeApi({
      ...responses,
      'POST /api/second-factor': refuse(409, 'conflict', 'This setup has expired. Please start again.'),
    })
    await press('Confirm')
    await screen.findByLabelText('Your password')
    expect(screen.getByRole('alert').textContent).toBe('This setup has expired. Please start again.')
  })

  test('password, picture and secret, code, recovery codes, finished', async () => {
    let state = off
    const calls = await begin({
      'GET /api/second-factor': () => Response.json(state),
      'POST /api/second-factor/setup': respondWith(setup),
      'POST /api/second-factor': () => {
        state = on
        return Response.json({ recoveryCodes })
      },
    })
    await type('Your password', 'correct horse')
    await press('Continue')
    const picture = await screen.findByRole('img', { name: 'QR code for your authenticator app' })
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(setup.qr.path)
    expect(screen.getByText(setup.secret)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'open it there' }).getAttribute('href')).toBe(setup.otpauthUrl)
    expect(document.activeElement).toBe(screen.getByLabelText('Code'))
    await type('Code', '123456')
    await press('Confirm')
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes)
    await press('I have saved them')
    await screen.findByText('10 recovery codes are left.')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.body.textContent).not.toContain(recoveryCodes[0])
    const posts = calls.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])
    expect(posts).toEqual([
      ['/api/second-factor/setup', { password: 'correct horse' }],
      ['/api/second-factor', { code: '123456' }],
    ])
  })
})

test('With few recovery codes left it says so, and new ones are made with password and code', async () => {
  const calls = fakeApi({
    'GET /api/second-factor': respondWith({ ...on, recoveryCodesLeft: 1 }),
    'GET /api/user': respondWith(testViewer),
    'POST /api/second-factor/recovery-codes': respondWith({ recoveryCodes }),
  })
  show()
  await screen.findByText('One recovery code is left.')
  expect(screen.getByRole('alert').textContent).toContain('Make new ones')
  await press('New recovery codes')
  await screen.findByRole('dialog', { name: 'New recovery codes' })
  await type('Your password', 'correct horse')
  await type('Code', '123456')
  await press('Make new codes')
  await screen.findByText(recoveryCodes[0]!)
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    password: 'correct horse',
    code: '123456',
  })
})

test('It is removed with password and code, and the card then offers to set it up', async () => {
  let state: SecondFactorState = { ...on, isRequired: true }
  fakeApi({
    'GET /api/second-factor': () => Response.json(state),
    'GET /api/user': respondWith(testViewer),
    'POST /api/second-factor/removal': () => {
      state = off
      return new Response(null, { status: 204 })
    },
  })
  show()
  await screen.findByText(/Your rank needs it/)
  await press('Remove')
  const dialog = await screen.findByRole('dialog', { name: 'Remove the second factor' })
  await whenReady.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await within(dialog).findByText('Enter your password')
  await type('Your password', 'correct horse')
  await type('Code', 'k3tz-90qf-7m2c-xw5h')
  await whenReady.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
  await screen.findByText('Second factor removed')
})
