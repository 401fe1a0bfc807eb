import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import * as z from 'zod/mini'
import { isOldNews, newsHours } from '../../../../contract/news/news.ts'
import type { NewsRecord } from '../../../../contract/news/news-schemas.ts'
import { sentence } from '../../../../contract/sentences.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { serverNow } from '../../../platform/live/server-clock.ts'
import { useSite } from '../../../platform/site.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, FormActions } from '../../../ui/dialog.tsx'
import { fromLocalInput, ownZone, toLocalInput } from '../../../ui/form/date-input.ts'
import { TextField } from '../../../ui/form/text-field.tsx'
import { SendToSubscribers } from './send-to-subscribers.tsx'

const isAhead = (text: string) => Date.parse(fromLocalInput(text)) > serverNow()
const isTime = (text: string) => !Number.isNaN(Date.parse(fromLocalInput(text)))

const ScheduleSchema = z.object({
  at: z.string().check(z.refine(isTime, { error: sentence(msg`Choose a time`) })),
  toSubscribers: z.boolean(),
})

interface ScheduleNewsProps {
  readonly record: NewsRecord
  readonly describedBy: string
  readonly disabled: boolean
  readonly onSchedule: (at: string, toSubscribers: boolean) => void
}

/** Chooses the time at which an item appears, or the date that it bears. */
export function ScheduleNews({ record, describedBy, disabled, onSchedule }: ScheduleNewsProps) {
  const { t } = useLingui()
  const { title } = record
  const [open, setOpen] = useState(false)
  return (
    <Dialog
      title={t`Publish with a date`}
      description={
        <Trans>
          “<bdi>{title}</bdi>” appears at this time; with a past date, immediately.
        </Trans>
      }
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm" aria-describedby={describedBy} disabled={disabled}>
          <CalendarClock aria-hidden className="size-4" />
          <Trans>Choose a date</Trans>
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
  const at = form.watch('at')
  const isPast = isTime(at) && !isAhead(at)
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
        hint={
          isPast && isOldNews(Date.parse(fromLocalInput(at)), serverNow())
            ? t`Older than ${newsHours} hours: nobody is notified.`
            : t`In your time zone: ${{ zone: ownZone() }}`
        }
        {...form.field('at')}
      />
      <SendToSubscribers {...form.field('toSubscribers')} />
      <FormActions busy={false}>{isPast ? t`Publish` : t`Schedule`}</FormActions>
    </form>
  )
}
