import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Report } from '../../../../contract/reports/reports-schemas.ts'
import { clearToasts } from '../../../platform/toasts.ts'
import { testViewer } from '../../../testing/site.tsx'
import { MyReports } from './my-reports.tsx'
import { FakeServer, json, refusal } from './testing/fake-server.ts'
import { press, show } from './testing/setup.tsx'

const member = { ...testViewer, rank: 'Member' } as const
const address = 'GET /api/reports/mine'

const mine = (over: Partial<Report>): Report => ({
  id: 1,
  type: 'bug',
  userId: 7,
  reportedByUserId: 7,
  username: 'steve',
  gameMode: 'thebridge',
  reason: 'No knockback',
  details: 'Hits register but nobody moves at all.',
  severity: 'high',
  mediaLink: null,
  status: 'pending',
  createdAt: '2026-01-05T15:04:00.000Z',
  answer: null,
  ...over,
})

let server: FakeServer
beforeEach(() => {
  server = new FakeServer()
})
afterEach(() => {
  act(clearToasts)
  vi.unstubAllGlobals()
})

const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('The reporter sees the state of their own reports', async () => {
  server.on(address, () =>
    json([
      mine({ id: 4, reason: '<b>bold</b> title', status: 'reviewing', gameMode: 'other' }),
      mine({ id: 3, status: 'resolved' }),
      mine({ id: 2, status: 'rejected' }),
      mine({ id: 1 }),
    ]),
  )
  await show(<MyReports member={member} />, member)
  await waitFor(() =>
    expect(rows()).toEqual([
      '<b>bold</b> titleOther · Jan 5, 2026, 3:04 PMReviewing',
      'No knockbackThe Bridge · Jan 5, 2026, 3:04 PMResolved',
      'No knockbackThe Bridge · Jan 5, 2026, 3:04 PMRejected',
      'No knockbackThe Bridge · Jan 5, 2026, 3:04 PMPending',
    ]),
  )
  expect(screen.getByRole('link', { name: 'Report a bug' }).getAttribute('href')).toBe('/report')
  expect(screen.queryByRole('button')).toBeNull()
})

test('Without reports it says so', async () => {
  server.on(address, () => json([]))
  await show(<MyReports member={member} />, member)
  await screen.findByText(/You have not reported a bug yet/)
})

test('Older reports come on request; when they fail, the shown ones stay and Retry asks for the same again', async () => {
  const all = Array.from({ length: 7 }, (_, at) => mine({ id: 7 - at, reason: `Report ${7 - at}` }))
  server.on(address, () => json(all.slice(0, 5)))
  await show(<MyReports member={member} />, member)
  await waitFor(() => expect(rows()).toHaveLength(5))
  const older = `${address}?before=3&limit=5`
  server.on(older, () => refusal(500, 'internal', 'Something went wrong on our side'))
  await press('Show older reports')
  expect((await screen.findByRole('alert')).textContent).toContain('Error loading your bug reports')
  expect(rows()).toHaveLength(5)
  server.on(older, () => json(all.slice(5)))
  await press('Retry')
  await waitFor(() => expect(rows()).toHaveLength(7))
  expect(screen.queryByRole('button')).toBeNull()
  expect(server.calls.map(({ path }) => path)).toEqual([
    '/api/reports/mine?limit=5',
    '/api/reports/mine?before=3&limit=5',
    '/api/reports/mine?before=3&limit=5',
  ])
})

test('A failed load offers Retry, which asks again', async () => {
  server.on(address, () => refusal(503, 'overloaded', 'The server is busy. Please try again in a moment.'))
  await show(<MyReports member={member} />, member)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'Error loading your bug reportsThe server is busy. Please try again in a moment.',
  )
  server.on(address, () => json([mine({})]))
  await press('Retry')
  await waitFor(() => expect(rows()).toHaveLength(1))
})

test('[fair.67] The reporter reads what staff answered', async () => {
  server.on(address, () => json([mine({ status: 'resolved', answer: 'Fixed in the next update.' })]))
  await show(<MyReports member={member} />, member)
  expect((await screen.findByRole('listitem')).textContent).toContain('Answer: Fixed in the next update.')
})
