import { ChevronDown, ChevronUp } from 'lucide-react'
import { classes } from '../../../ui/classes.ts'
import { formatCount } from './figures.ts'
import type { PositionChange } from './position-changes.ts'

/** Where a player went with the last live update. */
export function PositionArrow({ change }: { change: PositionChange }) {
  const up = change === 'entered' || change > 0
  const Arrow = up ? ChevronUp : ChevronDown
  return (
    <span
      className={classes(
        'inline-flex animate-rise items-center font-bold text-xs tabular-nums',
        up ? 'text-good' : 'text-bad',
      )}
    >
      <Arrow aria-hidden className="size-3.5" strokeWidth={3} />
      {change !== 'entered' && <span aria-hidden>{formatCount(Math.abs(change))}</span>}
      <span className="sr-only">{inWords(change)}</span>
    </span>
  )
}

function inWords(change: PositionChange): string {
  if (change === 'entered') return 'up, new on this page'
  const places = Math.abs(change)
  return `${change > 0 ? 'up' : 'down'} ${formatCount(places)} ${places === 1 ? 'place' : 'places'}`
}
