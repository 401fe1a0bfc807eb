import { useHydrated } from '../../platform/hydrated.ts'
import { classes } from '../../ui/classes.ts'

interface DateTileProps {
  readonly iso: string
  /** The day is not settled: only the month is said. */
  readonly open?: boolean
  readonly lit?: boolean
}

const partOf = (iso: string, part: Intl.DateTimeFormatOptions, timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', { ...part, timeZone }).format(new Date(iso))

/** A leaf of a calendar. The date stands beside it in words. */
export function DateTile({ iso, open = false, lit = false }: DateTileProps) {
  const zone = useHydrated() ? undefined : 'UTC'
  return (
    <div
      aria-hidden
      className={classes(
        'pixel-corners grid w-14 shrink-0 self-start text-center font-display leading-none',
        lit ? 'bg-ember text-ember-ink' : 'bg-ground-raised text-ink',
      )}
    >
      <span
        className={classes(
          'pt-1.5 pb-1 text-lg uppercase',
          lit ? 'bg-ember-bright' : 'bg-line text-ink-soft',
        )}
      >
        {partOf(iso, { month: 'short' }, zone)}
      </span>
      <span className="pt-1 pb-2 text-4xl">{open ? '?' : partOf(iso, { day: 'numeric' }, zone)}</span>
    </div>
  )
}
