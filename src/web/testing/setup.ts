import './without-owner-stacks.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { setEndedSession } from '../platform/ended-session.ts'
import { live } from '../platform/live/live-socket.ts'
import { clearToasts } from '../platform/toasts.ts'

// What is waited for comes when the machine gets to it, which a second does not always suffice for.
configure({ asyncUtilTimeout: 30_000 })

// jsdom has no layout. Set for all tests: an effect that runs while a test is cleaned up still finds it.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

/** React reports hydration mismatches, missing keys and bad nesting here: to a test they are failures. */
const complaints: unknown[][] = []

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    complaints.push(said)
  })
})

afterEach(() => {
  cleanup()
  // What a test typed is no draft of the next one.
  localStorage.clear()
  sessionStorage.clear()
  setEndedSession(null)
  const said = complaints.splice(0)
  vi.restoreAllMocks()
  expect(said, 'console.error during the test').toEqual([])
})

// The files of a worker share one window: the next one finds it as this one did.
afterAll(() => {
  live.close()
  clearToasts()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})
