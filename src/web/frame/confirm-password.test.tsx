import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { settingEndpoints } from '../../contract/content/settings-endpoints.ts'
import { api } from '../platform/api.ts'
import { makeQueryClient } from '../platform/query-client.ts'
import { whenReady } from '../testing/actions.ts'
import { fakeApi, refuse, respondWith } from '../testing/fake-api.ts'
import { TestProviders } from '../testing/site.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ConfirmPassword } from './confirm-password.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = '/api/admin/settings/identity'
const change = () =>
  api(settingEndpoints.save, { params: { scope: 'identity' }, body: { value: 1, base: null } })
const refused = refuse(403, 'confirm_password', 'Enter your password again to change this')
const show = () =>
  render(
    <TestProviders client={makeQueryClient()}>
      <ConfirmPassword username="boss" />
    </TestProviders>,
  )
const type = (label: string, value: string) =>
  whenReady.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => whenReady.click(screen.getByRole('button', { name }))

/** Refuses the act until the password was confirmed. */
function serve(...answers: (() => Response | Promise<Response>)[]) {
  let confirmed = false
  return fakeApi({
    [`PUT ${path}`]: () => (confirmed ? respondWith({ revision: 8 })() : refused()),
    async 'POST /api/sessions/confirm'() {
      const response = await (answers.shift() ?? (() => new Response(null, { status: 204 })))()
      confirmed = response.ok
      return response
    },
  })
}

test('[settings.19] A refused act asks for the password, and is done once it was entered', async () => {
  const calls = serve(
    refuse(400, 'validation', 'Your password is wrong', { password: 'Your password is wrong' }),
  )
  show()
  expect(screen.queryByRole('dialog')).toBeNull()
  let done: Promise<unknown> = Promise.resolve()
  await act(async () => {
    done = change()
  })
  await screen.findByRole('dialog', { name: 'Enter your password again' })
  await type('Your password', 'wrong horse')
  await press('Continue')
  await screen.findByText('Your password is wrong')
  await type('Your password', 'correct horse')
  await press('Continue')
  await expect(done).resolves.toEqual({ revision: 8 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT ${path}`,
    'POST /api/sessions/confirm',
    'POST /api/sessions/confirm',
    `PUT ${path}`,
  ])
  expect(calls[3]?.body).toEqual({ value: 1, base: null })
})

test('[settings.19] An account with a second factor is asked for its code as well', async () => {
  const calls = serve(refuse(401, 'second_factor_required', 'Enter the code of your authenticator app'))
  show()
  let done: Promise<unknown> = Promise.resolve()
  await act(async () => {
    done = change()
  })
  await screen.findByRole('dialog')
  await type('Your password', 'correct horse')
  expect(screen.queryByLabelText('Code')).toBeNull()
  await press('Continue')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Code')))
  expect(screen.queryByRole('alert')).toBeNull()
  await type('Code', '123456')
  await press('Continue')
  await expect(done).resolves.toEqual({ revision: 8 })
  expect(calls[2]?.body).toEqual({ password: 'correct horse', code: '123456' })
})

test('[powers.25] A call from within a dialog asks in front of it, and the dialog stays; Escape closes the front one alone', async () => {
  const calls = serve()
  render(
    <TestProviders client={makeQueryClient()}>
      <Dialog open title="Change rank">
        <button type="button" onClick={() => void change().catch(() => {})}>
          Save
        </button>
      </Dialog>
      <ConfirmPassword username="boss" />
    </TestProviders>,
  )
  await press('Save')
  await screen.findByRole('dialog', { name: 'Enter your password again' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Your password')))
  await whenReady.keyDown(screen.getByLabelText('Your password'), { key: 'Escape' })
  await screen.findByRole('dialog', { name: 'Change rank' })
  expect(calls).toHaveLength(1)
  await press('Save')
  await screen.findByRole('dialog', { name: 'Enter your password again' })
  await type('Your password', 'correct horse')
  await press('Continue')
  await screen.findByRole('dialog', { name: 'Change rank' })
  await waitFor(() => expect(calls.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST', 'PUT']))
})

test('[settings.19] Whoever closes the dialog sees the refusal, and nothing is sent again', async () => {
  const calls = serve()
  show()
  let done: Promise<unknown> = Promise.resolve()
  await act(async () => {
    done = change().catch((error: Error) => error.message)
  })
  await screen.findByRole('dialog')
  await press('Cancel')
  expect(await done).toContain('confirm_password')
  expect(calls).toHaveLength(1)
})
