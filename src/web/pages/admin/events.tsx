import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { CupButton } from '../../domains/cups/admin/cup-form.tsx'
import { CupTemplates } from '../../domains/cups/admin/cup-templates.tsx'
import { cupTemplatesQuery } from '../../domains/cups/admin/cup-templates-query.ts'
import { CupsToWatch } from '../../domains/cups/admin/cups-to-watch.tsx'
import { watchedCupsQuery } from '../../domains/cups/cup-queries.ts'
import { EventForm } from '../../domains/events/admin/event-form.tsx'
import { eventRecordsQuery } from '../../domains/events/admin/event-records.ts'
import { EventsAdmin } from '../../domains/events/admin/events-admin.tsx'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/events', (call) => [
  eventRecordsQuery(call),
  watchedCupsQuery(call),
  cupTemplatesQuery(call),
])
export const clientLoader = staffClientLoader('/admin/events')

export const meta = pageMeta('/admin/events', msg`Manage events`, msg`Events, as the team manages them.`)

export default function AdminEvents() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Events`}
      intro={t`Events shown on the events page. Changes appear there at once and in the audit log. You change no event that you take part in, and you enter none that you changed.`}
      actions={
        <FormDialog
          title={t`New event`}
          trigger={
            <Button>
              <CalendarPlus aria-hidden className="size-4" />
              <Trans>New event</Trans>
            </Button>
          }
        >
          {(close) => <EventForm onDone={close} />}
        </FormDialog>
      }
    >
      <CupsToWatch />
      <CupTemplates />
      <EventsAdmin actionsOf={({ id }) => <CupButton eventId={id} />} />
    </AdminFrame>
  )
}
