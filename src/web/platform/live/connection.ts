import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

// Browsers say "offline" beside a site that answers, and "online" without a way to it: the site's answers decide.
onlineManager.setEventListener(() => undefined)

/** While the site cannot be reached, reads wait: what is on a page stays, and what is missing comes once it can. */
export const setReachable = (isReachable: boolean) => onlineManager.setOnline(isReachable)

const answerMs = 4_000

/** Whether the site answers at all: a single address may be blocked, by an extension for one. */
export const siteAnswers = (): Promise<boolean> =>
  fetch('/health/live', { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).then(
    ({ ok }) => ok,
    () => false,
  )

const subscribe = (listener: () => void) => onlineManager.subscribe(listener)

/** Whether the site cannot be reached from this browser. */
export const useIsOffline = () =>
  useSyncExternalStore(
    subscribe,
    () => !onlineManager.isOnline(),
    () => false,
  )
