import { useMutation, useQueryClient } from '@tanstack/react-query'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import type { EventChange, EventRecord, NewEvent } from '../../../../contract/events/events-schemas.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { currentOf, refusedFields } from '../../../platform/field-problems.ts'
import { toast } from '../../../platform/toasts.ts'
import { refetchEvents } from './event-records.ts'

type Wish =
  | { readonly create: NewEvent }
  | { readonly change: EventChange; readonly of: Pick<EventRecord, 'id' | 'version'> }

/** Creates an event, or changes the version of it that the form was opened with. */
export function useSaveEvent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (wish: Wish) =>
      'create' in wish
        ? api(eventEndpoints.create, { body: wish.create })
        : api(eventEndpoints.update, {
            params: { id: wish.of.id },
            body: wish.change,
            ifMatch: wish.of.version,
          }),
    onSuccess(record, wish) {
      toast({ title: 'create' in wish ? 'Event created' : 'Event updated', description: record.title })
      return refetchEvents(client)
    },
    onError(error) {
      // The form shows these two itself.
      if (currentOf(error) !== undefined || Object.keys(refusedFields(error)).length > 0) return
      toast({
        title: 'Saving failed',
        description: sentenceOf(error, 'The event could not be saved. Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
