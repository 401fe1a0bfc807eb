import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { fakeApi, refuse, respondWith } from '../../../testing/fake-api.ts'
import { TestProviders, testViewer } from '../../../testing/site.tsx'

beforeEach(() => vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function WhoLooks() {
  return <p>{useViewer()?.username ?? 'nobody'}</p>
}

const client = () => makeQueryClient()

const open = (queryClient: ReturnType<typeof client>) =>
  render(
    <TestProviders client={queryClient}>
      <WhoLooks />
    </TestProviders>,
  )

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('[auth.17] GET /api/user answers the signed-in user', async () => {
  fakeApi({ 'GET /api/user': respondWith(testViewer) })
  open(client())
  await pass(0)
  expect(screen.getByText('steve')).toBeTruthy()
})

test('[auth.17] The 401 of GET /api/user means null, and is no error', async () => {
  fakeApi({ 'GET /api/user': refuse(401, 'unauthorized', 'You must be signed in') })
  const queryClient = client()
  open(queryClient)
  await pass(0)
  expect(screen.getByText('nobody')).toBeTruthy()
  expect(queryClient.getQueryState(['user'])).toMatchObject({ status: 'success', data: null, error: null })
})

test('[auth.18] The current user is fresh for 5 minutes (no new GET /api/user in that time)', async () => {
  const calls = fakeApi({ 'GET /api/user': respondWith(testViewer) })
  const queryClient = client()
  const visit = async () => {
    open(queryClient)
    await pass(0)
    cleanup()
  }
  await visit()
  await pass(5 * 60_000 - 1_000)
  await visit()
  expect(calls).toHaveLength(1)
  await pass(2_000)
  await visit()
  expect(calls).toHaveLength(2)
})

test('[auth.18] A failed fetch of the current user is not retried', async () => {
  const calls = fakeApi({ 'GET /api/user': refuse(500, 'internal', 'Something went wrong on our side') })
  open(client())
  await pass(10 * 60_000)
  expect(calls).toHaveLength(1)
})
