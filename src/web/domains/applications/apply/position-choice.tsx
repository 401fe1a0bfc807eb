import {
  type ApplicationPosition,
  applicationPositions,
} from '../../../../contract/applications/application-options.ts'
import { PositionGlyph } from '../position-glyph.tsx'
import { positionWords, positionWork } from '../words.ts'

interface PositionChoiceProps {
  readonly value: ApplicationPosition | undefined
  /** Not to be chosen: an open application has to be decided first. */
  readonly closed: readonly ApplicationPosition[]
  readonly error: string | undefined
  readonly onChoose: (position: ApplicationPosition) => void
}

const errorId = 'position-error'

/** Decides which questions follow. */
export function PositionChoice({ closed, value, error, onChoose }: PositionChoiceProps) {
  return (
    <fieldset className="grid min-w-0 gap-1.5" aria-describedby={error && errorId}>
      <legend className="mb-1.5 font-semibold text-sm">Which position do you apply for?</legend>
      <div className="grid gap-3 sm:grid-cols-3">
        {applicationPositions.map((position) => (
          <label
            key={position}
            className="relative flex cursor-pointer gap-4 rounded-md border border-line-strong bg-ground p-4 transition-colors has-checked:border-ember has-checked:bg-ember/8 has-focus-visible:outline-2 has-focus-visible:outline-ember-bright has-focus-visible:outline-offset-2 hover:border-ink-soft has-disabled:cursor-not-allowed has-disabled:opacity-60 sm:flex-col"
          >
            <PositionGlyph position={position} className="size-12 sm:size-18" />
            <span className="min-w-0">
              <span id={`position-${position}`} className="block font-display text-2xl leading-none">
                {positionWords[position]}
              </span>
              <span id={`work-${position}`} className="mt-1.5 block text-ink-soft text-sm leading-snug">
                {closed.includes(position) ? 'You have an open application.' : positionWork[position]}
              </span>
            </span>
            <input
              type="radio"
              name="position"
              value={position}
              checked={position === value}
              disabled={closed.includes(position)}
              onChange={() => onChoose(position)}
              aria-labelledby={`position-${position}`}
              aria-describedby={`work-${position}`}
              className="absolute top-4 right-4 size-4 accent-ember outline-none"
            />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={errorId} className="font-medium text-bad text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
