import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { modeCategoryLabels } from '../../../../contract/labels.ts'
import type { PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Confirm } from '../../../ui/confirm.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { useLinkedRow } from '../../../ui/list/linked-row.tsx'
import { MoveButton } from '../../../ui/list/move-button.tsx'
import { ModeForm } from './mode-form.tsx'

interface ModeRowProps {
  readonly record: PracticeRecord
  readonly isLast: boolean
  /** Something is moved or removed. */
  readonly busy: boolean
  readonly onMove: (position: number) => void
  readonly onRemove: () => void
}

export function ModeRow({ record, isLast, busy, onMove, onRemove }: ModeRowProps) {
  const { t } = useLingui()
  const headingId = useId()
  const { name, description, category, position } = record
  const { mark, ...row } = useLinkedRow('practice', record.id)
  return (
    <li
      {...row}
      className={classes(
        'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-ground-card p-4 md:grid-cols-[auto_minmax(0,1fr)_auto]',
        mark,
      )}
    >
      <span aria-hidden className="w-7 text-center font-display text-3xl text-ember-bright leading-none">
        {position + 1}
      </span>
      <div className="grid min-w-0 gap-1">
        <h3 id={headingId} className="wrap-anywhere font-display text-2xl leading-none">
          {name}
        </h3>
        <p dir="auto" className="wrap-anywhere text-ink-soft text-sm leading-relaxed">
          {description}
        </p>
      </div>
      <div className="flex flex-wrap gap-2 max-md:col-span-2">
        <MoveButton
          direction="up"
          name={name}
          position={position}
          idle={busy || position === 0}
          onMove={() => onMove(position - 1)}
        />
        <MoveButton
          direction="down"
          name={name}
          position={position}
          idle={busy || isLast}
          onMove={() => onMove(position + 1)}
        />
        <FormDialog
          title={t`Edit practice mode`}
          trigger={
            <Button look="quiet" size="sm" aria-describedby={headingId}>
              <Pencil aria-hidden className="size-4" />
              <Trans>Edit</Trans>
            </Button>
          }
        >
          {(close) => <ModeForm record={record} category={category} onDone={close} />}
        </FormDialog>
        <Confirm
          title={t`Remove practice mode`}
          description={t`“${name}” leaves ${{ category: t(modeCategoryLabels[category]) }}. Matches and statistics stay.`}
          confirmLabel={t`Remove`}
          onConfirm={onRemove}
          trigger={
            <Button look="quiet" size="sm" variant="red" aria-describedby={headingId}>
              <Trash2 aria-hidden className="size-4" />
              <Trans>Remove</Trans>
            </Button>
          }
        />
      </div>
    </li>
  )
}
