import { useId } from 'react'
import type { RulesContent } from '../../../../contract/content/content-schemas.ts'
import { LinkedText } from '../../../ui/linked-text.tsx'

/** What follows from breaking a rule, and how to object. */
export function Penalties({ steps, notes }: RulesContent['penalties']) {
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      className="overflow-hidden rounded-lg border border-bad/40 bg-bad-ground shadow-card lg:sticky lg:top-24"
    >
      <div
        aria-hidden
        className="h-2 bg-[repeating-linear-gradient(90deg,var(--color-bad)_0_12px,transparent_12px_24px)]"
      />
      <div className="grid gap-5 p-5">
        <h2 id={headingId} className="font-display text-3xl leading-none">
          Penalties
        </h2>
        <PenaltySteps steps={steps} />
        <ul className="grid gap-3 text-ink-soft text-sm leading-relaxed">
          {notes.map((note) => (
            <li key={note} className="grid grid-cols-[auto_minmax(0,1fr)] gap-3">
              <span aria-hidden className="mt-2 size-1.5 bg-bad" />
              <span>
                <LinkedText text={note} />
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

/** A staircase: each step is a little worse than the one before. */
function PenaltySteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol aria-label="From mild to severe" className="flex items-end gap-1">
      {steps.map((step, at) => (
        <li key={step} className="grid min-w-0 flex-1 gap-2">
          <span className="text-balance font-semibold text-ink text-xs leading-tight">{step}</span>
          <span
            aria-hidden
            className="block bg-bad"
            style={{ height: `${(at + 1) * 14}px`, opacity: (at + 1) / steps.length }}
          />
        </li>
      ))}
    </ol>
  )
}
