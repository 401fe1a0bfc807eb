import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearToasts } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { complaintAt, expectToast, field, member, press, renderFor, type } from './testing/setup.tsx'

afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const address = 'POST /api/change-password'
const changed = respondWith({ message: 'Your password has been updated successfully' })
const labels = ['Current Password', 'New Password', 'Confirm New Password'] as const

const renderForm = () => renderFor(member, ({ username }) => <ChangePasswordForm username={username} />)

async function change(current: string, next: string, confirmation = next) {
  await type('Current Password', current)
  await type('New Password', next)
  await type('Confirm New Password', confirmation)
  await press('Change Password')
}

describe('change password validation', () => {
  test.each([
    [
      "[profile.15] Change password: current under 6 characters: 'Password must be at least 6 characters', no call",
      'Current Password',
      ['12345', 'new password', 'new password'],
      'Password must be at least 6 characters',
    ],
    [
      "[profile.15] Change password: new under 6 characters: 'Password must be at least 6 characters', no call",
      'New Password',
      ['old password', '12345', '12345'],
      'Password must be at least 6 characters',
    ],
    [
      "[profile.16] Change password: confirmation unlike the new one: 'Passwords don't match', no call",
      'Confirm New Password',
      ['old password', 'new password', 'new passwort'],
      "Passwords don't match",
    ],
  ] as const)('%s', async (_title, label, [current, next, confirmation], message) => {
    const calls = fakeApi({ [address]: changed })
    renderForm()
    await change(current, next, confirmation)
    await waitFor(() => expect(complaintAt(label)).toBe(message))
    expect(calls).toEqual([])
  })
})

test("[profile.17] Changed: toast 'Password changed' / 'Your password has been updated successfully', and the form resets", async () => {
  const calls = fakeApi({ [address]: changed })
  const client = renderForm()
  const inputs = labels.map(field)
  await change('old password', 'new password')
  await expectToast('Password changed', 'Your password has been updated successfully')
  expect(calls).toEqual([
    {
      method: 'POST',
      path: '/api/change-password',
      body: { currentPassword: 'old password', newPassword: 'new password' },
    },
  ])
  await waitFor(() => expect(inputs.map(({ value }) => value)).toEqual(['', '', '']))
  await screen.findByText('nobody')
  expect(client.getQueryData(viewerQuery.queryKey)).toBeNull()
})

describe('a failed change', () => {
  const wrong = 'Your current password is wrong'
  test.each([
    ["the server's error", refuse(400, 'validation', wrong, { currentPassword: wrong }), wrong],
    ['the same text', () => new Response('', { status: 502 }), 'Password change failed'],
  ])(
    "[profile.18] Failed change: toast 'Password change failed' with %s; the member stays signed in",
    async (_what, respond, sentence) => {
      fakeApi({ [address]: respond })
      const client = renderForm()
      await change('wrong password', 'new password')
      await expectToast('Password change failed', sentence, 'destructive')
      expect(client.getQueryData(viewerQuery.queryKey)).toEqual(member)
    },
  )

  test('[profile.18] Failed change (wrong current password): said at the input, and a second try goes through', async () => {
    const responses = { [address]: refuse(400, 'validation', wrong, { currentPassword: wrong }) }
    const calls = fakeApi(responses)
    renderForm()
    await change('wrong password', 'new password')
    await waitFor(() => expect(complaintAt('Current Password')).toBe(wrong))
    responses[address] = changed
    await change('old password', 'new password')
    await expectToast('Password changed', 'Your password has been updated successfully')
    expect(calls).toHaveLength(2)
  })
})

test('The form can never put a password into an address, and says whose password it is', () => {
  renderForm()
  const form = field('New Password').closest('form')
  expect(form?.method).toBe('post')
  expect(form?.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe('steve')
})
