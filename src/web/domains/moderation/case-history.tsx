import type { ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { Time } from '../../ui/time.tsx'

const words = [
  ['removed', 'removed'],
  ['actioned', 'dealt with'],
  ['dismissed', 'dismissed'],
] as const

/** What was decided about the same person before, and whether they are restricted. */
export function CaseHistory({ one: { earlier, restriction } }: { one: ModerationCase }) {
  const before = words.filter(([key]) => earlier[key] > 0).map(([key, word]) => `${earlier[key]} ${word}`)
  return (
    <p className="mt-1 text-ink-soft text-sm">
      {before.length === 0 ? 'No earlier case' : `Earlier cases: ${before.join(', ')}`}
      {restriction !== null && (
        <span className="text-bad">
          {' · '}restricted{' '}
          {restriction.until === null ? (
            'for good'
          ) : (
            <>
              until <Time iso={restriction.until} />
            </>
          )}
        </span>
      )}
    </p>
  )
}
