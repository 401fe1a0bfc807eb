import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus, Swords } from 'lucide-react'
import { useId, useRef } from 'react'
import { modeCategoryLabels } from '../../../../contract/labels.ts'
import { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { PracticeCategory, PracticeRecord } from '../../../../contract/network/practice-schemas.ts'
import { api } from '../../../platform/api.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/list/empty-state.tsx'
import { ModeForm } from './mode-form.tsx'
import { ModeRow } from './mode-row.tsx'
import { refetchPractice } from './practice-records.ts'

interface ModeSectionProps {
  readonly category: PracticeCategory
  readonly records: readonly PracticeRecord[]
}

/** The modes of a category in the order of the page. */
export function ModeSection({ category, records }: ModeSectionProps) {
  const { t } = useLingui()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { move, remove } = useArrange()
  const busy = move.isPending || remove.isPending
  const moved = records.find(({ id }) => id === move.variables?.record.id)

  return (
    <section aria-labelledby={headingId} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2
          id={headingId}
          ref={heading}
          tabIndex={-1}
          className="font-display text-3xl leading-none outline-none"
        >
          {t(modeCategoryLabels[category])} <span className="text-ink-faint">{records.length}</span>
        </h2>
        <FormDialog
          title={t`New practice mode`}
          trigger={
            <Button look="quiet" size="sm" aria-describedby={headingId}>
              <Plus aria-hidden className="size-4" />
              <Trans>New mode</Trans>
            </Button>
          }
        >
          {(close) => <ModeForm category={category} onDone={close} />}
        </FormDialog>
      </div>
      {records.length === 0 ? (
        <EmptyState icon={Swords} title={t`No ${{ category: t(modeCategoryLabels[category]) }} modes`}>
          <Trans>The page says so until there is one.</Trans>
        </EmptyState>
      ) : (
        <ol className="grid gap-3">
          {records.map((record, at) => (
            <ModeRow
              key={record.id}
              record={record}
              isLast={at === records.length - 1}
              busy={busy}
              onMove={(position) => move.mutate({ record, position })}
              onRemove={() =>
                // The row and its button go.
                !busy && remove.mutate(record, { onSuccess: () => heading.current?.focus() })
              }
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {move.isSuccess &&
          moved !== undefined &&
          t`${{ name: moved.name }} is now number ${{ number: moved.position + 1 }}`}
      </p>
    </section>
  )
}

/** Moves a mode to another place, or removes it; pending until the list that says so is there. */
function useArrange() {
  const { t } = useLingui()
  const client = useQueryClient()
  const fail = (title: string) => (error: unknown) => {
    toastFailure(title, error, t`The practice mode could not be changed. Please try again.`)
    // Changed or gone in the meantime: the list knows more than the row.
    return refetchPractice(client)
  }

  const move = useMutation({
    mutationFn: ({ record, position }: { record: PracticeRecord; position: number }) =>
      api(practiceEndpoints.update, {
        params: { id: record.id },
        body: { position },
        ifMatch: record.version,
      }),
    onSuccess: () => refetchPractice(client),
    onError: fail(t`Moving failed`),
  })

  const remove = useMutation({
    mutationFn: ({ id, version }: PracticeRecord) =>
      api(practiceEndpoints.remove, { params: { id }, ifMatch: version }),
    onSuccess(_response, { name }) {
      toast({ title: t`Practice mode removed`, description: name })
      return refetchPractice(client)
    },
    onError: fail(t`Removing failed`),
  })

  return { move, remove }
}
