import { bulkOutcomes } from '../../../../contract/moderation/cases.ts'
import { Button } from '../../../ui/button.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import type { Bulk } from './use-bulk.ts'

const words = {
  action: 'Dealt with',
  no_violation: 'No violation',
  insufficient: 'Insufficient',
  duplicate: 'Duplicate',
} as const

const casesOf = (count: number) => (count === 1 ? '1 case' : `${count} cases`)

/** Decides the selected cases alike; then says what was refused, and takes the rest back for some seconds. */
export function BulkBar({ bulk }: { bulk: Bulk }) {
  const { selected, last, decide, undo } = bulk
  const busy = decide.isPending || undo.isPending
  return (
    <>
      {last.ids.length > 0 && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-ember bg-ground-card p-3.5 text-sm"
        >
          {casesOf(last.ids.length)} decided.
          <Button
            look="quiet"
            size="sm"
            aria-disabled={busy || undefined}
            onClick={() => !busy && undo.mutate()}
          >
            Undo
          </Button>
        </div>
      )}
      {last.refused.length > 0 && (
        <div role="alert" className="grid gap-2 rounded-lg border border-bad bg-ground-card p-3.5 text-sm">
          <p className="font-bold">{casesOf(last.refused.length)} not changed</p>
          <ul className="grid gap-1.5">
            {last.refused.map(({ id, name, error, decided }) => (
              <li key={id} className="wrap-anywhere">
                <bdi className="font-semibold">{name}</bdi>: {error}
                {decided?.note != null && <span className="text-ink-soft"> (noted: {decided.note})</span>}
              </li>
            ))}
          </ul>
          <Button look="quiet" size="sm" className="justify-self-start" onClick={bulk.dismissRefused}>
            Close
          </Button>
        </div>
      )}
      {(selected.length > 0 || bulk.note !== '') && (
        <section
          aria-label="Selected cases"
          className="sticky bottom-3 z-10 grid gap-3 rounded-lg border border-line-strong bg-ground-raised p-3.5 shadow-lg"
        >
          <div className="flex items-center justify-between gap-3">
            <p className="font-bold text-sm">{casesOf(selected.length)} selected</p>
            <Button look="quiet" size="sm" onClick={bulk.clear}>
              Clear
            </Button>
          </div>
          <Textarea
            label="Note for all of them"
            rows={1}
            maxLength={1_000}
            value={bulk.note}
            onChange={(event) => bulk.setNote(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            {bulkOutcomes.map((outcome) => (
              <Button
                key={outcome}
                size="sm"
                look="quiet"
                aria-disabled={busy || selected.length === 0 || undefined}
                onClick={() => !busy && selected.length > 0 && decide.mutate(outcome)}
              >
                {words[outcome]}
                <span className="sr-only"> (all selected)</span>
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
