import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whenReady } from '../../testing/actions.ts'
import {
  expectToast,
  leaveAdmin,
  openAdmin,
  optionsOf,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './keys.tsx'

beforeEach(prepareAdmin)
afterEach(leaveAdmin)

const path = '/admin/keys'
const key = {
  id: 4,
  name: 'Sheet',
  scopes: ['read', 'write:cups'],
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2096-01-30T10:00:00.000Z',
  lastUsedAt: null,
}
const maker = { id: 7, username: 'Ann', avatarUrl: null, rank: 'Admin' }

test('[doors.56] A Helper is offered the scopes of their rank alone, and reads no key of others', async () => {
  const calls = fakeApi({ 'GET /api/keys': respondWith([]) })
  await openAdmin(page, path, viewerOf('Helper'))
  expect(await screen.findByText('No API keys yet')).toBeTruthy()
  await press('New API key')
  expect(screen.getByLabelText('Read moderation cases')).toBeTruthy()
  expect(screen.getByLabelText('Manage cups')).toBeTruthy()
  expect(screen.queryByLabelText('Write news')).toBeNull()
  expect(calls.some(({ path: asked }) => asked.includes('/api/admin/keys'))).toBe(false)
})

test('[doors.56] A key is made with its scopes and expiry, its secret is shown once, and it is revoked after a question', async () => {
  const calls = fakeApi({
    'GET /api/keys': respondWith([key]),
    'POST /api/keys': respondWith({ key, secret: 'vxk_secret' }, 201),
    'DELETE /api/keys/4': () => new Response(null, { status: 204 }),
  })
  await openAdmin(page, path, viewerOf('Admin'))
  expect(await screen.findByText('Never used')).toBeTruthy()
  expect(screen.getByText('Read what everybody sees · Manage cups')).toBeTruthy()
  await press('New API key')
  await whenReady.change(screen.getByLabelText('Name'), { target: { value: 'Sheet' } })
  expect((await optionsOf('Expires')).map(({ textContent }) => textContent)).toContain('in 365 days')
  await act(
    async () =>
      void (await whenReady.keyDown(screen.getByRole('option', { name: 'in 30 days' }), { key: 'Enter' })),
  )
  await whenReady.click(screen.getByLabelText('Manage cups'))
  await press('Make the key')
  expect(await screen.findByText('vxk_secret')).toBeTruthy()
  expect(sent(calls, 'POST')).toEqual([
    ['/api/keys', { name: 'Sheet', scopes: ['read', 'write:cups'], expiresInDays: 30 }],
  ])
  await press('I have stored the key')
  expect(document.body.textContent).not.toContain('vxk_secret')
  await press('Revoke Sheet')
  await whenReady.click(screen.getAllByRole('button', { name: 'Revoke' }).at(-1) as HTMLElement)
  await expectToast('API key revoked')
  expect(sent(calls, 'DELETE')).toEqual([['/api/keys/4', undefined]])
})

test('[doors.56] A Manager sees the keys of all staff with their makers, and Retry where they cannot be loaded', async () => {
  fakeApi({
    'GET /api/keys': refuse(503, 'overloaded', 'The database is not available'),
    'GET /api/admin/keys': respondWith([{ ...key, maker }]),
  })
  await openAdmin(page, path, viewerOf('Manager'))
  expect(await screen.findByText('Ann')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /try again|retry/i })).toBeTruthy()
})
