import { useId } from 'react'
import type { RulesContent } from '../../../../contract/content/content-schemas.ts'
import { LinkedText } from '../../../ui/linked-text.tsx'
import { PenaltySteps } from './penalty-steps.tsx'

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
