import { plural, select } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Text } from '../../../../contract/languages.ts'
import type { Bulk } from '../../../platform/forms/use-bulk.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Button } from '../../button.tsx'
import type { RowKind } from './row-kind.ts'

interface BulkBarProps<Row extends { readonly id: number }, How, Why extends { id: number; error: string }> {
  readonly bulk: Bulk<Row, How, Why>
  readonly kind: RowKind
  /** The buttons for all selected rows. */
  readonly actions: readonly (readonly [label: Text, how: How])[]
  /** `2 cases decided.` */
  readonly doneText: (count: number, how: How) => Text
  /** Shown after the reason why a row was refused. */
  readonly afterReason?: (refused: Why) => ReactNode
  /** A text that is sent with the change. The bar stays open while it is not empty. */
  readonly input?: { readonly field: ReactNode; readonly isEmpty: boolean }
}

/** Changes all selected rows of a list. Then it shows which were refused, and offers to undo the others for some seconds. */
export function BulkBar<Row extends { readonly id: number }, How, Why extends { id: number; error: string }>({
  bulk,
  kind,
  actions,
  doneText,
  afterReason,
  input,
}: BulkBarProps<Row, How, Why>) {
  const { t } = useLingui()
  const { selected, last, refused, busy } = bulk
  const say = useSay()
  const notChanged = (count: number) =>
    t`${select(kind, { case: plural(count, { one: '# case not changed', other: '# cases not changed' }), message: plural(count, { one: '# message not changed', other: '# messages not changed' }), report: plural(count, { one: '# report not changed', other: '# reports not changed' }), other: plural(count, { one: '# row not changed', other: '# rows not changed' }) })}`
  const selectedText = (count: number) =>
    t`${select(kind, { case: plural(count, { one: '# case selected', other: '# cases selected' }), message: plural(count, { one: '# message selected', other: '# messages selected' }), report: plural(count, { one: '# report selected', other: '# reports selected' }), other: plural(count, { one: '# row selected', other: '# rows selected' }) })}`
  return (
    <>
      {last !== undefined && (last.ids.length > 0 || refused.length === 0) && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-ember bg-ground-card p-3.5 text-sm"
        >
          {say(doneText(last.ids.length, last.how))}
          {last.ids.length > 0 && (
            <Button look="quiet" size="sm" aria-disabled={busy || undefined} onClick={bulk.undo}>
              <Trans>Undo</Trans>
            </Button>
          )}
        </div>
      )}
      {refused.length > 0 && (
        <div role="alert" className="grid gap-2 rounded-lg border border-bad bg-ground-card p-3.5 text-sm">
          <p className="font-bold">{notChanged(refused.length)}</p>
          <ul className="grid gap-1.5">
            {refused.map((one) => (
              <li key={one.id} className="wrap-anywhere">
                <bdi className="font-semibold">{one.name}</bdi>: {one.error}
                {afterReason?.(one)}
              </li>
            ))}
          </ul>
          <Button look="quiet" size="sm" className="justify-self-start" onClick={bulk.closeRefused}>
            <Trans>Close</Trans>
          </Button>
        </div>
      )}
      {(selected.length > 0 || input?.isEmpty === false) && (
        <section
          aria-label={t`${select(kind, { case: 'Selected cases', message: 'Selected messages', report: 'Selected reports', other: 'Selected rows' })}`}
          className="sticky bottom-3 z-10 grid gap-3 rounded-lg border border-line-strong bg-ground-raised p-3.5 shadow-lg"
        >
          <div className="flex items-center justify-between gap-3">
            <p className="font-bold text-sm">{selectedText(selected.length)}</p>
            <Button look="quiet" size="sm" onClick={bulk.clear}>
              <Trans>Clear</Trans>
            </Button>
          </div>
          {input?.field}
          <div className="flex flex-wrap gap-2">
            {actions.map(([label, how]) => (
              <Button
                key={say(label)}
                size="sm"
                look="quiet"
                aria-disabled={busy || selected.length === 0 || undefined}
                onClick={() => bulk.change(how)}
              >
                {say(label)}
                <span className="sr-only">
                  {' '}
                  <Trans>(all selected)</Trans>
                </span>
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
