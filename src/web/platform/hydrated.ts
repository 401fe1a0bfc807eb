import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * False in the server's HTML and in the render that takes it over, true from then on. What only the visitor's own
 * machine knows (time zone, clock) waits for it, so that both first renders agree.
 */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** The zone of moments: UTC in the server's HTML, then undefined for the visitor's own. */
export const useZone = () => (useHydrated() ? undefined : 'UTC')
