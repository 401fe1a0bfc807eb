import { act, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Rank } from '../../../../contract/accounts/ranks.ts'
import type { Secret } from '../../../../contract/content/secrets-schemas.ts'
import type { MailContent } from '../../../../contract/content/settings-schemas.ts'
import { queryClientForHere } from '../../../platform/query-client.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { whenReady } from '../../../testing/actions.ts'
import { leaveAdmin, prepareAdmin, press, sent, viewerOf } from '../../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ToastRegion } from '../../../ui/toast.tsx'
import { newPage } from './page-fields.tsx'
import { SettingEditor } from './setting-editor.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const mail: MailContent = {
  host: 'smtp.isles.example',
  port: 587,
  encryption: 'starttls',
  signsIn: true,
  sender: 'site@isles.example',
  contactMessagesTo: null,
}

const secret = (more: Partial<Secret> = {}): Secret => ({ name: 'mail', state: 'unset', at: null, ...more })

async function open({
  secrets = [secret()],
  more = {},
  responses = {},
  rank = 'Owner',
}: {
  secrets?: Secret[]
  more?: object
  responses?: Parameters<typeof fakeApi>[0]
  rank?: Rank
} = {}) {
  const calls = fakeApi({
    'GET /api/admin/settings': respondWith({
      scopes: [{ ...newPage('mail'), value: mail, revision: 7, ...more }],
    }),
    'GET /api/admin/settings/mail/revisions': respondWith([]),
    'GET /api/admin/secrets': respondWith({ secrets }),
    ...responses,
  })
  queryClientForHere().setQueryData(viewerQuery.queryKey, viewerOf(rank))
  const router = createMemoryRouter([{ path: '*', element: <SettingEditor scope="mail" /> }])
  render(
    <TestProviders client={queryClientForHere()}>
      <RouterProvider router={router} />
      <ToastRegion />
    </TestProviders>,
  )
  await act(async () => {})
  return { calls, signIn: within(await screen.findByRole('form', { name: 'Sign-in at the mail server' })) }
}

const noContent = () => new Response(null, { status: 204 })

test('[owner.31] The form saves server, sender and the address for contact messages, and an empty one as none', async () => {
  const { calls } = await open({
    responses: { 'PUT /api/admin/settings/mail': respondWith({ revision: 1 }) },
  })
  await whenReady.change(screen.getByLabelText('Mail server'), { target: { value: '' } })
  await whenReady.change(screen.getByLabelText('Port'), { target: { value: '465' } })
  await whenReady.change(screen.getByLabelText('Contact messages go to'), {
    target: { value: 'team@isles.example' },
  })
  await whenReady.click(
    within(screen.getByRole('form', { name: 'Mail' })).getByRole('button', { name: 'Save' }),
  )
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
  expect((sent(calls, 'PUT')[0]![1] as { value: unknown }).value).toEqual({
    ...mail,
    host: null,
    port: 465,
    contactMessagesTo: 'team@isles.example',
  })
  // No page shows it.
  expect(screen.queryByRole('region', { name: 'Preview' })).toBeNull()
})

test('[owner.41] A sign-in that is set is replaced or removed, and never shown', async () => {
  const at = '2026-01-05T15:04:00.000Z'
  const { calls, signIn } = await open({
    secrets: [secret({ state: 'set', at })],
    responses: { 'PUT /api/admin/secrets/mail': noContent },
  })
  expect(signIn.getByText('Set')).toBeTruthy()
  expect(signIn.queryByLabelText('Password')).toBeNull()
  await whenReady.click(signIn.getByRole('button', { name: 'Replace' }))
  const password = signIn.getByLabelText<HTMLInputElement>('Password')
  expect([password.type, password.value, password.autocomplete]).toEqual(['password', '', 'new-password'])
  await whenReady.change(signIn.getByLabelText('User name'), { target: { value: 'site' } })
  await whenReady.change(password, { target: { value: 'secret' } })
  await whenReady.click(signIn.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent(calls, 'PUT')).toEqual([
      ['/api/admin/secrets/mail', { value: { user: 'site', password: 'secret' }, mailRevision: 7 }],
    ]),
  )
  await whenReady.click(await signIn.findByRole('button', { name: 'Remove' }))
  await whenReady.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }),
  )
  await waitFor(() =>
    expect(sent(calls, 'PUT')[1]).toEqual(['/api/admin/secrets/mail', { value: null, mailRevision: 7 }]),
  )
  expect(JSON.stringify(localStorage)).not.toContain('secret')
})

test('[owner.34, owner.41] One that cannot be decrypted is asked for again, and a refusal is at its field', async () => {
  const { signIn } = await open({
    secrets: [secret({ state: 'unreadable' })],
    responses: {
      'PUT /api/admin/secrets/mail': refuse(400, 'validation', 'No', { password: 'Too long' }),
    },
  })
  expect(signIn.getByText(/Enter it again, or remove it/)).toBeTruthy()
  await whenReady.change(signIn.getByLabelText('User name'), { target: { value: 'site' } })
  await whenReady.change(signIn.getByLabelText('Password'), { target: { value: 'secret' } })
  await whenReady.click(signIn.getByRole('button', { name: 'Save' }))
  await signIn.findByText('Too long')
})

test('[owner.38] What a variable decides cannot be changed, and says so', async () => {
  const locked = {
    host: 'SMTP_URL',
    port: 'SMTP_URL',
    encryption: 'SMTP_URL',
    signsIn: 'SMTP_URL',
    sender: 'MAIL_FROM',
  }
  const { signIn } = await open({
    secrets: [secret({ lockedBy: 'SMTP_URL' })],
    more: { locked, lockedBy: 'SMTP_URL, MAIL_FROM', source: 'variable' },
  })
  expect(screen.getByLabelText<HTMLInputElement>('Mail server').readOnly).toBe(true)
  expect(screen.getByLabelText<HTMLInputElement>('Contact messages go to').readOnly).toBe(false)
  expect(screen.getAllByText('Set by SMTP_URL: change it there.')).toHaveLength(5)
  expect(signIn.queryByRole('button')).toBeNull()
})

test('[owner.37] A Manager sees whether a sign-in is set, and no more', async () => {
  const { signIn } = await open({ secrets: [secret({ state: 'set' })], rank: 'Manager' })
  expect(signIn.getByText('Set')).toBeTruthy()
  expect(signIn.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Send me a test mail' })).toBeNull()
})

test.each([
  [{ to: 'me@isles.example', error: null }, 'The mail server accepted a mail to me@isles.example.'],
  [
    { to: null, error: null },
    /accepts the sign-in\. To get a test mail, add an address to your profile and confirm it there\.$/,
  ],
  [
    { to: null, error: 'Invalid login: 535 no' },
    /The test failed\. The mail server said:.*Invalid login: 535 no/,
  ],
])('[owner.35] A test mail says what came of it: %j', async (result, words) => {
  await open({ responses: { 'POST /api/admin/mail/test': respondWith(result) } })
  await press('Send me a test mail')
  await waitFor(() =>
    expect(within(screen.getByRole('region', { name: 'Test' })).getByRole('status').textContent).toMatch(
      words,
    ),
  )
})

test('[owner.55] The sign-in waits until changes of the mail server are saved, and what is known of it is asked for again then', async () => {
  const changed = { ...newPage('mail'), value: { ...mail, host: 'other.example' }, revision: 8 }
  let isSaved = false
  const { calls, signIn } = await open({
    responses: {
      'GET /api/admin/settings': () =>
        respondWith({ scopes: [isSaved ? changed : { ...newPage('mail'), value: mail, revision: 7 }] })(),
      'GET /api/admin/secrets': () =>
        respondWith({ secrets: [secret({ state: isSaved ? 'unreadable' : 'unset' })] })(),
      'PUT /api/admin/settings/mail': () => {
        isSaved = true
        return respondWith({ revision: 8 })()
      },
      'PUT /api/admin/secrets/mail': noContent,
    },
  })
  await whenReady.change(screen.getByLabelText('Mail server'), { target: { value: ' other.example ' } })
  await whenReady.change(signIn.getByLabelText('User name'), { target: { value: 'site' } })
  await whenReady.change(signIn.getByLabelText('Password'), { target: { value: 'secret' } })
  expect(signIn.getByText('Save your changes above first.')).toBeTruthy()
  expect(signIn.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  await whenReady.click(
    within(screen.getByRole('form', { name: 'Mail' })).getByRole('button', { name: 'Save' }),
  )
  await signIn.findByText(/entered for another mail server/)
  await waitFor(() => expect(signIn.queryByText('Save your changes above first.')).toBeNull())
  await whenReady.click(signIn.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(2))
  expect(sent(calls, 'PUT')).toEqual([
    ['/api/admin/settings/mail', { value: changed.value, base: 7 }],
    ['/api/admin/secrets/mail', { value: { user: 'site', password: 'secret' }, mailRevision: 8 }],
  ])
})

test('[owner.54] The form says when the mail server takes mail without a sign-in', async () => {
  const { calls } = await open({
    responses: { 'PUT /api/admin/settings/mail': respondWith({ revision: 8 }) },
  })
  await whenReady.click(screen.getByLabelText('Sign in at the mail server'))
  await whenReady.change(screen.getByLabelText('Sender'), { target: { value: 'The team <a@b.example> ' } })
  await whenReady.blur(screen.getByLabelText('Sender'))
  await whenReady.click(
    within(screen.getByRole('form', { name: 'Mail' })).getByRole('button', { name: 'Save' }),
  )
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(1))
  expect(sent(calls, 'PUT')[0]![1]).toEqual({
    value: { ...mail, signsIn: false, sender: 'The team <a@b.example>' },
    base: 7,
  })
})

test('[owner.41] Cancel forgets what was typed and what was wrong with it', async () => {
  const { signIn } = await open({
    secrets: [secret({ state: 'set', at: '2026-01-05T15:04:00.000Z' })],
    responses: { 'PUT /api/admin/secrets/mail': refuse(400, 'validation', 'No', { password: 'Too long' }) },
  })
  await whenReady.click(signIn.getByRole('button', { name: 'Replace' }))
  await whenReady.change(signIn.getByLabelText('User name'), { target: { value: 'site' } })
  await whenReady.change(signIn.getByLabelText('Password'), { target: { value: 'secret' } })
  await whenReady.click(signIn.getByRole('button', { name: 'Save' }))
  await signIn.findByText('Too long')
  await whenReady.click(signIn.getByRole('button', { name: 'Cancel' }))
  await whenReady.click(signIn.getByRole('button', { name: 'Replace' }))
  expect(signIn.getByLabelText<HTMLInputElement>('Password').value).toBe('')
  expect(signIn.queryByText('Too long')).toBeNull()
})

test('[owner.35] What came of a test is not shown any more once something is changed', async () => {
  await open({ responses: { 'POST /api/admin/mail/test': respondWith({ to: null, error: null }) } })
  await press('Send me a test mail')
  await screen.findByText(/accepts the sign-in/)
  await whenReady.change(screen.getByLabelText('Port'), { target: { value: '26' } })
  expect(screen.queryByText(/accepts the sign-in/)).toBeNull()
})

test('[owner.38] Where variables decide everything there is nothing to save, and an Owner can still test it', async () => {
  const by = 'SMTP_URL'
  await open({
    secrets: [secret({ lockedBy: by })],
    more: {
      locked: { host: by, port: by, encryption: by, signsIn: by, sender: by, contactMessagesTo: by },
      lockedBy: by,
      source: 'variable',
    },
  })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Send me a test mail' })).toBeTruthy()
})
