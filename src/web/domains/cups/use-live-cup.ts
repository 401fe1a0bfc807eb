import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../platform/live/use-live.ts'

/** Fetches a cup again when it changed, at most once a second by the server. */
export function useLiveCup(id: number): void {
  const client = useQueryClient()
  const refetch = () => client.invalidateQueries({ queryKey: ['cups', id] })
  useLive(
    { channel: 'cups' },
    (message) => {
      if (message.type === 'cup_update' && message.eventId === id) void refetch()
    },
    () => void refetch(),
  )
}
