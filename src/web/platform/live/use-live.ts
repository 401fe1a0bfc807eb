import { useEffect, useEffectEvent } from 'react'
import { type LiveListener, live, type Refetch, type Subscription } from './live-socket.ts'

/** Nothing to fetch: the server sends a message of the channel on each subscription. */
export const sentOnSubscribing: Refetch = () => undefined

/**
 * Subscribed while the component is mounted; null subscribes to nothing. `refetch` fetches what the messages would have
 * changed, and is called once the connection was lost and is back.
 */
export function useLive(
  subscriptions: Subscription | readonly Subscription[] | null,
  listener: LiveListener,
  refetch: Refetch,
): void {
  const hear = useEffectEvent(listener)
  const fetchMissed = useEffectEvent(refetch)
  // Compared by value: each render may pass a new object.
  const key = JSON.stringify([subscriptions ?? []].flat())
  useEffect(() => {
    const onMessage: LiveListener = (message) => hear(message)
    const onMissed = () => fetchMissed()
    const stops = (JSON.parse(key) as Subscription[]).map((one) => live.subscribe(one, onMessage, onMissed))
    return () => {
      for (const stop of stops) stop()
    }
  }, [key])
}
