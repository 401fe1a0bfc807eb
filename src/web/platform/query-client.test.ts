import { afterEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from './query-client.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('data of a document that the server rendered is held by no timer', () => {
  vi.useFakeTimers()
  vi.stubGlobal('document', undefined)
  makeQueryClient().setQueryData(['posts'], ['a large answer'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a browser forgets what no page has shown for half an hour', () => {
  vi.useFakeTimers()
  const client = makeQueryClient()
  client.setQueryData(['posts'], ['a large answer'])
  vi.advanceTimersByTime(31 * 60_000)
  expect(client.getQueryData(['posts'])).toBeUndefined()
})
