import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Trash2, Users } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { eventAddress } from '../../../../contract/events/events.ts'
import type { EventRecord } from '../../../../contract/events/events-schemas.ts'
import { staffRefusal } from '../../../../contract/events/interest.ts'
import { GoesAlong } from '../../../platform/forms/goes-along.tsx'
import { useLocale, useSay } from '../../../platform/translation.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { formatCount } from '../../../ui/format-count.ts'
import { useLinkedRow } from '../../../ui/list/linked-row.tsx'
import { PlayerName } from '../../../ui/player-name.tsx'
import { Time } from '../../../ui/time.tsx'
import { EventBadge } from '../event-badge.tsx'
import { EventForm } from './event-form.tsx'

interface EventRowProps {
  readonly record: EventRecord
  readonly actions?: ReactNode
  readonly leaving: boolean
  readonly onDelete: () => void
}

export function EventRow({ record, actions, leaving, onDelete }: EventRowProps) {
  const locale = useLocale()
  const { t } = useLingui()
  const headingId = useId()
  const { mark, ...row } = useLinkedRow('event', record.id)
  const say = useSay()
  const { title, interest } = record
  const refusal = interest ? staffRefusal(interest) : null
  const registered = formatCount(record.participantCount, locale)
  return (
    <li
      {...row}
      aria-busy={leaving}
      className={classes(
        'grid items-center gap-x-6 gap-y-3 rounded-lg border border-line bg-ground-card p-4 aria-busy:opacity-60 md:grid-cols-[minmax(0,1fr)_auto]',
        mark,
      )}
    >
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink-faint text-sm">
          <EventBadge status={record.status} isCancelled={record.isCancelled ?? false} />
          <span className="inline-flex items-center gap-1.5">
            <Users aria-hidden className="size-4" />
            <Trans>{registered} registered</Trans>
          </span>
          <span className="wrap-anywhere min-w-0">
            <Trans>
              by <PlayerName name={record.creator.username} />
            </Trans>
          </span>
        </div>
        <h2 id={headingId} className="wrap-anywhere font-display text-2xl leading-tight">
          <Link to={eventAddress(record.id)} className="hover:text-ember-bright">
            <bdi>{record.title}</bdi>
          </Link>
        </h2>
        <p className="text-ink-soft text-sm">
          {record.endDate === null ? (
            <Time iso={record.startDate} />
          ) : (
            <Trans>
              <Time iso={record.startDate} /> until <Time iso={record.endDate} />
            </Trans>
          )}
        </p>
      </div>
      {refusal === null ? (
        <div className="flex flex-wrap gap-2">
          {actions}
          <FormDialog
            title={t`Edit event`}
            trigger={
              <Button look="quiet" size="sm" aria-describedby={headingId} disabled={leaving}>
                <Pencil aria-hidden className="size-4" />
                <Trans>Edit</Trans>
              </Button>
            }
          >
            {(close) => <EventForm record={record} onDone={close} />}
          </FormDialog>
          <Confirm
            title={t`Delete event`}
            description={
              <Trans>
                “<bdi>{title}</bdi>” is deleted for good.
              </Trans>
            }
            confirmLabel={t`Delete`}
            onConfirm={onDelete}
            trigger={
              <Button look="quiet" size="sm" variant="red" aria-describedby={headingId} disabled={leaving}>
                <Trash2 aria-hidden className="size-4" />
                <Trans>Delete</Trans>
              </Button>
            }
          >
            <GoesAlong kind="event" id={record.id} />
          </Confirm>
        </div>
      ) : (
        <p className="text-ink-soft text-sm md:max-w-56">{say(refusal)}</p>
      )}
    </li>
  )
}
