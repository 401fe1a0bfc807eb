import { useSyncExternalStore } from 'react'

let endedFor: number | null = null
const listeners = new Set<() => void>()

/** Stores the member whose session ended although nobody signed out in this browser; null once somebody does, or signs in. */
export function setEndedSession(memberId: number | null): void {
  endedFor = memberId
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The id of the member whose session ended while this page was open, or null. */
export const useEndedSession = () =>
  useSyncExternalStore(
    subscribe,
    () => endedFor,
    () => null,
  )

/** Where a page for members leads when nobody is signed in. After a session that ended, signing in leads back. */
export const signInPath = (here: string) =>
  endedFor === null ? '/auth' : `/auth?redirect=${encodeURIComponent(here)}`
