import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Mode } from '../../../contract/network/modes-schemas.ts'
import { fakeApi, respondWith } from '../../testing/fake-api.ts'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { TestProviders } from '../../testing/site.tsx'
import { makeQueryClient } from '../query-client.ts'
import { useSite } from '../site.tsx'
import { CurrentBoards } from './current-boards.tsx'
import { live } from './live-socket.ts'

beforeEach(() => {
  FakeSocket.install()
  // The page's one socket outlives a test.
  live.reopen()
})
afterEach(() => vi.unstubAllGlobals())

const mode = (key: string, listed: boolean): Mode => ({
  key,
  name: `Own ${key}`,
  category: 'duels',
  icon: 'sword',
  ranked: listed,
  listed,
  inOverall: false,
  position: 0,
  players: null,
  queue: null,
})

const Boards = () => <p>{useSite().modes.join(' ')}</p>

async function show() {
  const calls = fakeApi({ 'GET /api/modes': respondWith([mode('gap', true), mode('hidden', false)]) })
  render(
    <TestProviders client={makeQueryClient()}>
      <CurrentBoards>
        <Boards />
      </CurrentBoards>
    </TestProviders>,
  )
  await act(async () => FakeSocket.last.open())
  return calls
}

test('[game.38] An open page has the boards that staff changed elsewhere, once the server says so', async () => {
  const calls = await show()
  expect(FakeSocket.last.said).toContainEqual({ type: 'subscribe', channel: 'modes' })
  expect(screen.getByText(/^nodebuff boxing/)).toBeTruthy()
  await act(async () => FakeSocket.last.hear({ type: 'server_status_update', data: { isOnline: true } }))
  expect(calls).toEqual([])
  await act(async () => FakeSocket.last.hear({ type: 'modes_update' }))
  expect(await screen.findByText('gap')).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('[tonight.61] What is typed in an open page stays there when its boards change', async () => {
  fakeApi({ 'GET /api/modes': respondWith([mode('gap', true)]) })
  render(
    <TestProviders client={makeQueryClient()}>
      <CurrentBoards>
        <Boards />
        <input aria-label="Words" />
      </CurrentBoards>
    </TestProviders>,
  )
  await act(async () => FakeSocket.last.open())
  const field = screen.getByLabelText<HTMLInputElement>('Words')
  field.value = 'half a sentence'
  field.focus()
  await act(async () => FakeSocket.last.hear({ type: 'modes_update' }))
  expect(await screen.findByText('gap')).toBeTruthy()
  expect(screen.getByLabelText('Words')).toBe(field)
  expect(document.activeElement).toBe(field)
})

test('[game.38] What changed while the connection was lost is there when it stands again', async () => {
  vi.useFakeTimers()
  const calls = await show()
  await act(async () => FakeSocket.last.fail())
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  await act(async () => FakeSocket.last.open())
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  vi.useRealTimers()
  expect(await screen.findByText('gap')).toBeTruthy()
  expect(calls).toHaveLength(1)
})
