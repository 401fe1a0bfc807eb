import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { eventEndpoints } from '../../../../contract/events/events-endpoints.ts'
import type { EventRecord } from '../../../../contract/events/events-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { SeekLinked } from '../../../ui/list/linked-row.tsx'
import { ListStates } from '../../../ui/list/list-states.tsx'
import { eventRecordsQuery, refetchEvents } from './event-records.ts'
import { EventRow } from './event-row.tsx'

const query = eventRecordsQuery(api)

interface EventsAdminProps {
  /** Further buttons of an event. */
  readonly actionsOf?: (record: EventRecord) => ReactNode
}

/** All events, with buttons to change and delete each. */
export function EventsAdmin({ actionsOf }: EventsAdminProps) {
  const { t } = useLingui()
  const records = useInfiniteQuery(query)
  const deletion = useDeleteEvent()
  const place = useRef<HTMLDivElement>(null)

  function remove(record: EventRecord) {
    // The row is removed, and with it the button that has the focus.
    if (!deletion.isPending) deletion.mutate(record, { onSuccess: () => place.current?.focus() })
  }

  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <SeekLinked thing="event" rows={records.data?.pages.flat()} query={records} />
      <ListStates
        query={records}
        loading={t`Loading events...`}
        failed={t`The events could not be loaded.`}
        empty={
          <EmptyState icon={CalendarPlus} title={t`No events yet`}>
            <Trans>The first one is a click on “New event” away.</Trans>
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="grid gap-3">
            {rows.map((record) => (
              <EventRow
                key={record.id}
                record={record}
                actions={actionsOf?.(record)}
                leaving={deletion.isPending && deletion.variables.id === record.id}
                onDelete={() => remove(record)}
              />
            ))}
          </ul>
        )}
      </ListStates>
    </div>
  )
}

/** Deletes the version of an event that was shown; pending until the list is refetched. */
function useDeleteEvent() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, version }: EventRecord) =>
      api(eventEndpoints.remove, { params: { id }, ifMatch: version }),
    onSuccess(_response, { title }) {
      toast({ title: t`Event deleted`, description: title })
      return refetchEvents(client)
    },
    onError(error) {
      toastFailure(t`Deleting failed`, error, t`The event could not be deleted. Please try again.`)
      // Changed or deleted in the meantime, so the list is refetched.
      return refetchEvents(client)
    },
  })
}
