import { CalendarPlus } from 'lucide-react'
import { EventDialog } from '../domains/events/admin/event-dialog.tsx'
import { eventRecordsQuery } from '../domains/events/admin/event-records.ts'
import { EventsDesk } from '../domains/events/admin/events-desk.tsx'
import { DeskFrame } from '../frame/desk-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { staffDocument, staffHere } from '../platform/staff-only.ts'
import { Button } from '../ui/button.tsx'
import type { Route } from './+types/admin-events.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context)
  return prefetched(context, (call) => [eventRecordsQuery(call)])
}

export const clientLoader = () => staffHere()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: 'Manage events',
    description: 'Events, as the team manages them.',
    path: '/admin/events',
    noindex: true,
  })

export default function AdminEvents() {
  return (
    <DeskFrame
      title="Events"
      intro="What stands on the events page. Every change is on the page at once, and in the audit log."
      actions={
        <EventDialog
          trigger={
            <Button>
              <CalendarPlus aria-hidden className="size-4" />
              New event
            </Button>
          }
        />
      }
    >
      <EventsDesk />
    </DeskFrame>
  )
}
