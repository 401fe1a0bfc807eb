import { useEffect, useEffectEvent } from 'react'
import { type LiveListener, live, type Subscription } from './live.ts'

/** Subscribed while the component is mounted; null subscribes to nothing. */
export function useLive(subscription: Subscription | null, listener: LiveListener): void {
  const hear = useEffectEvent(listener)
  // A subscription is a small value: what counts is what it says, not which object says it.
  const key = subscription === null ? null : JSON.stringify(subscription)
  useEffect(() => {
    if (key === null) return
    return live.subscribe(JSON.parse(key) as Subscription, (message) => hear(message))
  }, [key])
}
