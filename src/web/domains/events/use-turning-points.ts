import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Event } from '../../../contract/events/events-schemas.ts'
import { nextChange } from './event-order.ts'
import { eventsKey } from './events-query.ts'

/** The server's clock decides, so it is asked a moment later, when it surely agrees. */
const graceMs = 1_500
/** What a browser's timer can hold. */
const mostMs = 2_147_483_647

/** Asks for the events again when one of them begins or ends while they are on screen. */
export function useTurningPoints(events: readonly Event[] | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    const now = Date.now()
    const wait = nextChange(events ?? [], now) - now + graceMs
    if (wait > mostMs) return
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: eventsKey }), wait)
    return () => clearTimeout(timer)
  }, [client, events])
}
