import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { sentence } from '../../../../contract/sentences.ts'
import { serverNow } from '../../../platform/server-clock.ts'
import { useSite } from '../../../platform/site.tsx'
import { useSchemaForm } from '../../../platform/use-schema-form.ts'
import { Button } from '../../../ui/button.tsx'
import { fromLocalInput, ownZone, toLocalInput } from '../../../ui/date-input.ts'
import { Dialog, FormActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { SendToSubscribers } from './send-to-subscribers.tsx'

const isAhead = (text: string) => Date.parse(fromLocalInput(text)) > serverNow()

const ScheduleSchema = z.object({
  at: z.string().check(z.refine(isAhead, { error: sentence(msg`Choose a time in the future`) })),
  toSubscribers: z.boolean(),
})

interface ScheduleNewsProps {
  readonly record: NewsRecord
  readonly describedBy: string
  readonly disabled: boolean
  readonly onSchedule: (at: string, toSubscribers: boolean) => void
}

/** Chooses the time at which an item appears. */
export function ScheduleNews({ record, describedBy, disabled, onSchedule }: ScheduleNewsProps) {
  const { t } = useLingui()
  const { title } = record
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t`Schedule item`}
      description={
        <Trans>
          “<bdi>{title}</bdi>” appears at this time.
        </Trans>
      }
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm" aria-describedby={describedBy} disabled={disabled}>
          <CalendarClock aria-hidden className="size-4" />
          <Trans>Schedule</Trans>
        </Button>
      }
    >
      <ScheduleForm
        record={record}
        onSubmit={(at, toSubscribers) => {
          setOpen(false)
          onSchedule(at, toSubscribers)
        }}
      />
    </Dialog>
  )
}

interface ScheduleFormProps {
  readonly record: NewsRecord
  readonly onSubmit: ScheduleNewsProps['onSchedule']
}

function ScheduleForm({ record: { publishAt, toSubscribers }, onSubmit }: ScheduleFormProps) {
  const { t } = useLingui()
  const form = useSchemaForm(ScheduleSchema, {
    at: publishAt === null ? '' : toLocalInput(publishAt),
    toSubscribers,
  })
  const { sendsMail } = useSite()
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={form.submit({ isPending: false }, (values) =>
        onSubmit(fromLocalInput(values.at), sendsMail && values.toSubscribers),
      )}
    >
      <TextField
        label={t`Time`}
        type="datetime-local"
        required
        hint={t`In your time zone: ${{ zone: ownZone() }}`}
        {...form.field('at')}
      />
      <SendToSubscribers {...form.field('toSubscribers')} />
      <FormActions busy={false}>
        <Trans>Schedule</Trans>
      </FormActions>
    </form>
  )
}
