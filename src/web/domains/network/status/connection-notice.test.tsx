import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { TestProviders } from '../../../testing/site.tsx'
import { ConnectionNotice } from './connection-notice.tsx'
import { StatusIndicator } from './status-indicator.tsx'
import { statusQuery } from './status-query.ts'

const status = { isOnline: true, playerCount: 3 }
let isReachable = true
/** An address that an extension keeps from the page. */
let blocked: string | undefined
const read = vi.fn(async () => 'the figures')

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
  isReachable = true
  blocked = undefined
  read.mockClear()
  vi.stubGlobal('fetch', async (path: string) => {
    if (!isReachable || path === blocked) throw new TypeError('Failed to fetch')
    return Response.json(status)
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const settle = (ms = 0) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    await vi.advanceTimersByTimeAsync(1)
  })

function Page() {
  const figures = useQuery({ queryKey: ['figures'], queryFn: read, refetchInterval: 1_000 })
  return (
    <>
      <StatusIndicator />
      <ConnectionNotice />
      <p>{figures.isError ? 'Error' : figures.data}</p>
      <Link to="/shop">Shop</Link>
    </>
  )
}

async function show() {
  const client = makeQueryClient()
  client.setQueryData(statusQuery().queryKey, status as never)
  const router = createMemoryRouter(
    [
      { path: '/rules', Component: Page },
      { path: '/shop', Component: Page },
    ],
    { initialEntries: ['/rules'] },
  )
  render(
    <TestProviders>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </TestProviders>,
  )
  await settle()
  return { pathname: () => router.state.location.pathname }
}

async function lose({ onLine = false } = {}) {
  isReachable = false
  read.mockRejectedValue(new TypeError('Failed to fetch'))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  if (!onLine) await whenReady.offline(window)
  await settle()
}

const notice = () => screen.getByRole('status').textContent

test('[evening.67] Where the connection is lost, that is said at once, and a page that is open stays as it is', async () => {
  await show()
  expect(notice()).toBe('')
  expect(screen.getByText('3 Players Online')).toBeTruthy()
  await lose()
  expect(notice()).toContain('You are offline. Pages that you opened stay readable.')
  expect(screen.getByText('Not connected')).toBeTruthy()
  await settle(20_000)
  expect(screen.getByText('the figures')).toBeTruthy()
  expect(screen.queryByText('Error')).toBeNull()
})

test('[evening.67] A browser that says it is offline beside a site that answers is not', async () => {
  await show()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await whenReady.offline(window)
  await settle()
  expect(notice()).toBe('')
})

test('[evening.67] A site that does not answer for one poll is not lost, for two it is', async () => {
  await show()
  await lose({ onLine: true })
  await settle(5_000)
  expect(notice()).toBe('')
  await settle(5_000)
  expect(notice()).toContain('Ember Isles does not answer. Pages that you opened stay readable.')
})

test('[evening.67] A site that answers is not lost where the status alone is blocked', async () => {
  await show()
  blocked = '/api/minecraft/status'
  await settle(30_000)
  expect(notice()).toBe('')
  expect(screen.getByText('3 Players Online')).toBeTruthy()
})

test('[evening.67] A link to a page that is not loaded yet says so and keeps the open one; Retry goes there once it can', async () => {
  const { pathname } = await show()
  await lose()
  await whenReady.click(screen.getByRole('link', { name: 'Shop' }))
  await settle()
  expect(pathname()).toBe('/rules')
  expect(notice()).toContain('You are offline. That page is not loaded yet.')
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await settle()
  expect(pathname()).toBe('/rules')
  expect(notice()).toContain('That page is not loaded yet.')
  isReachable = true
  await whenReady.click(screen.getByRole('button', { name: 'Retry' }))
  await settle()
  expect(pathname()).toBe('/shop')
  expect(notice()).toBe('')
})

test('[evening.67] Reads wait while there is no connection, and go on by themselves once it is back', async () => {
  await show()
  await lose()
  const before = read.mock.calls.length
  await settle(30_000)
  expect(read.mock.calls.length).toBe(before)
  isReachable = true
  read.mockResolvedValue('newer figures')
  await settle(6_000)
  expect(notice()).toBe('')
  expect(screen.getByText('newer figures')).toBeTruthy()
})
