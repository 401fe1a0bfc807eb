import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BackupState } from '../../../contract/admin/backups-schemas.ts'
import {
  choose,
  expectToast,
  inTurn,
  leaveAdmin,
  openAdmin,
  prepareAdmin,
  press,
  sent,
  viewerOf,
} from '../../testing/admin-setup.tsx'
import { fakeApi, refuse, respondWith } from '../../testing/fake-api.ts'
import * as page from './backups.tsx'

beforeEach(prepareAdmin)
afterEach(() => {
  vi.useRealTimers()
  leaveAdmin()
})

const path = '/admin/settings/backups'
const list = 'GET /api/admin/backups'
const none: BackupState = {
  backups: [],
  directory: '/var/lib/vulx/backups',
  hour: null,
  isRunning: false,
  failure: null,
}
const one: BackupState = {
  ...none,
  hour: 4,
  backups: [
    {
      name: 'site-2026-11-27T04-00-00Z.backup',
      bytes: 12_345_678,
      madeAt: '2026-11-27T04:00:03.000Z',
      restore: 'npm run cli -- restore /var/lib/vulx/backups/site-2026-11-27T04-00-00Z.backup',
    },
  ],
}

test('[settings.126] A Manager reads the backups with size and the command to copy, and orders none', async () => {
  fakeApi({ [list]: respondWith(one) })
  await openAdmin(page, path, viewerOf('Manager'))
  expect(await screen.findByText(/12.3 MB/)).toBeTruthy()
  expect(screen.getByText(one.backups[0]?.restore ?? '')).toBeTruthy()
  expect(screen.getByText('Every day: At 04:00 UTC.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Make a backup/ })).toBeNull()
  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.querySelector('a[download]')).toBeNull()
})

test('[settings.126] An Owner makes one now and sees when it is there; chooses the hour; a failure says why', async () => {
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  const calls = fakeApi({
    [list]: inTurn(none, { ...none, isRunning: true }, { ...one, hour: null }),
    'POST /api/admin/backups': respondWith({ ...none, isRunning: true }, 202),
    'PUT /api/admin/backups/plan': refuse(403, 'forbidden', 'Only Owners change this'),
  })
  await openAdmin(page, path, viewerOf('Owner'))
  expect(await screen.findByText('No backup yet')).toBeTruthy()
  await press('Make a backup now')
  expect(await screen.findByRole('button', { name: 'A backup is being made' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(4_500))
  expect(await screen.findByText(/12.3 MB/)).toBeTruthy()
  expect(sent(calls, 'POST')).toEqual([['/api/admin/backups', undefined]])
  await choose('Every day', 'At 04:00 UTC')
  await waitFor(() =>
    expect(sent(calls, 'PUT')).toEqual([['/api/admin/backups/plan', { hour: 4, base: null }]]),
  )
  await expectToast('The hour was not changed', 'Only Owners change this', 'destructive')
})

test('[settings.126] The page says why the newest backup failed', async () => {
  const failure = { at: new Date().toISOString(), reason: 'ENOSPC: no space left on device' }
  fakeApi({ [list]: respondWith({ ...none, failure }) })
  await openAdmin(page, path, viewerOf('Owner'))
  expect((await screen.findByRole('alert')).textContent).toContain('ENOSPC: no space left on device')
})
