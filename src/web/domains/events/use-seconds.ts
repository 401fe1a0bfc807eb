import { useSyncExternalStore } from 'react'

const secondMs = 1_000

const now = () => Math.floor(Date.now() / secondMs) * secondMs

function subscribe(listener: () => void) {
  const timer = setInterval(listener, secondMs)
  return () => clearInterval(timer)
}

/** The visitor's clock, to the second, in milliseconds; null in the server's HTML, which does not know it. */
export const useSeconds = () => useSyncExternalStore<number | null>(subscribe, now, () => null)
