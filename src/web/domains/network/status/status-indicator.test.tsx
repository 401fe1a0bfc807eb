import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'
import { api } from '../../../platform/api.ts'
import { live } from '../../../platform/live/live-socket.ts'
import { makeQueryClient } from '../../../platform/query-client.ts'
import { whenReady } from '../../../testing/actions.ts'
import { FakeSocket } from '../../../testing/fake-socket.ts'
import { StatusIndicator } from './status-indicator.tsx'
import { statusQuery } from './status-query.ts'

vi.mock('../../../platform/api.ts', () => ({ api: vi.fn() }))
const transport = vi.mocked(api)

const online = (playerCount: number): ServerStatus => ({
  isOnline: true,
  playerCount,
  maxPlayers: 100,
  version: '1.26.0',
  motd: 'Vulx',
  latencyMs: 20,
  source: 'ping',
  checkedAt: '2026-01-02T03:04:05.000Z',
})
const offline: ServerStatus = {
  isOnline: false,
  playerCount: 0,
  maxPlayers: null,
  version: null,
  motd: null,
  latencyMs: null,
  source: null,
  checkedAt: null,
}

const serverSays = (status: ServerStatus) => transport.mockImplementation(async () => status as never)

beforeEach(() => {
  vi.useFakeTimers()
  FakeSocket.install()
  transport.mockReset()
  serverSays(online(12))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The header's indicator on a fresh page; `initial` is what came with the document. */
async function show(initial?: ServerStatus) {
  const client = makeQueryClient()
  if (initial !== undefined) client.setQueryData(statusQuery().queryKey, initial)
  const page = (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <StatusIndicator />
      </QueryClientProvider>
    </MemoryRouter>
  )
  render(page)
  // The socket outlives pages; each test gets a connection of its own.
  live.reopen()
  await settle()
  return page
}

/** Advances time and flushes what it rendered. Queries notify their observers 1 ms later. */
const settle = (ms = 0) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
    await vi.advanceTimersByTimeAsync(1)
  })
const link = () => screen.getByRole('link')
const dot = () => link().querySelector('[aria-hidden]')
const hear = async (message: unknown) => {
  FakeSocket.last.hear(message)
  await settle()
}

describe('What it shows', () => {
  test("[status.01] Online: a green dot and 'N Players Online'", async () => {
    await show(online(12))
    expect(link()).toHaveProperty('textContent', '12 Players Online')
    expect(dot()?.className).toContain('bg-good')
  })

  test("[status.01] also '1 Players Online'", async () => {
    await show(online(1))
    expect(screen.getByRole('link', { name: '1 Players Online' })).toBeTruthy()
  })

  test("[status.02] Offline: a red dot and 'Server Offline'", async () => {
    await show(offline)
    expect(screen.getByRole('link', { name: 'Server Offline' })).toBeTruthy()
    expect(dot()?.className).toContain('bg-bad')
  })

  test('[tonight.40] it leads to who is playing', async () => {
    await show(online(12))
    expect(link().getAttribute('href')).toBe('/live')
  })

  test('comes with the document', async () => {
    expect(renderToString(await show(online(12)))).toContain('12 Players Online')
    expect(transport).not.toHaveBeenCalled()
  })
})

describe('What it asks', () => {
  test('[status.03] The browser polls GET /api/minecraft/status every 5 s', async () => {
    await show(online(12))
    await settle(4_990)
    expect(transport).not.toHaveBeenCalled()
    await settle(10)
    expect(transport).toHaveBeenCalledTimes(1)
    expect(transport.mock.calls[0]?.[0]).toBe(statusEndpoints.show)
    expect(statusEndpoints.show).toMatchObject({ method: 'GET', path: '/api/minecraft/status' })
    serverSays(offline)
    await settle(5_000)
    expect(transport).toHaveBeenCalledTimes(2)
    expect(link().textContent).toBe('Server Offline')
  })

  test('a poll that fails leaves what is known and is tried again with the next', async () => {
    await show(online(12))
    transport.mockRejectedValueOnce(new Error('500: broken'))
    await settle(5_000)
    expect(link().textContent).toBe('12 Players Online')
    serverSays(online(13))
    await settle(5_000)
    expect(transport).toHaveBeenCalledTimes(2)
    expect(link().textContent).toBe('13 Players Online')
  })

  test('without an answer nobody is promised a running server', async () => {
    transport.mockRejectedValue(new Error('500: broken'))
    await show()
    expect(link().textContent).toBe('Server Offline')
  })

  test('[status.04] A click on the status dot fetches the status again', async () => {
    await show(online(12))
    serverSays(online(40))
    await whenReady.click(link())
    await settle()
    expect(transport).toHaveBeenCalledTimes(1)
    expect(link().textContent).toBe('40 Players Online')
  })
})

describe('What it hears', () => {
  test("[status.05] On opening /ws the browser sends {type:'subscribe', channel:'server_status'}", async () => {
    await show(online(12))
    expect(new URL(FakeSocket.last.url).pathname).toBe('/ws')
    expect(FakeSocket.last.said).toEqual([])
    FakeSocket.last.open()
    expect(FakeSocket.last.said).toEqual([{ type: 'subscribe', channel: 'server_status' }])
  })

  test('[status.06] A received server_status_update changes the indicator without a poll', async () => {
    await show(offline)
    FakeSocket.last.open()
    await hear({ type: 'server_status_update', data: { playerCount: 7, isOnline: true } })
    expect(link().textContent).toBe('7 Players Online')
    expect(dot()?.className).toContain('bg-good')
    await hear({ type: 'server_status_update', data: { playerCount: 0, isOnline: false } })
    expect(link().textContent).toBe('Server Offline')
    expect(transport).not.toHaveBeenCalled()
  })

  test('[status.06] missing playerCount counts as 0', async () => {
    await show(online(12))
    FakeSocket.last.open()
    await hear({ type: 'server_status_update', data: { isOnline: true } })
    expect(link().textContent).toBe('0 Players Online')
  })

  test('other messages change nothing', async () => {
    await show(online(12))
    FakeSocket.last.open()
    await hear({ type: 'error', message: 'no' })
    await hear({ type: 'stats_update', gameType: 'sumo', data: {} })
    expect(link().textContent).toBe('12 Players Online')
  })
})
