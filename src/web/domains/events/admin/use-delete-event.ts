import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import type { EventRecord } from '../../../../contract/events/events-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { refetchEvents } from './event-records.ts'

/** Deletes an event as it was shown; pending until the list without it is there. */
export function useDeleteEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: EventRecord) =>
      api(eventEndpoints.remove, { params: { id }, ifMatch: version }),
    onSuccess(_answer, { title }) {
      toast({ title: 'Event deleted', description: title })
      return refetchEvents(client)
    },
    onError(error) {
      toast({
        title: 'Deleting failed',
        description: sentenceOf(error, 'The event could not be deleted. Please try again.'),
        variant: 'destructive',
      })
      // Changed or gone in the meantime: the list knows more than the row.
      return refetchEvents(client)
    },
  })
}
