import { classes } from '../../../ui/classes.ts'
import { formatCount } from '../../../ui/format-count.ts'

/** How many wait for this mode; nothing where no game server says so. */
export function QueueLine({ queue }: { queue: number | null }) {
  if (queue === null) return null
  const waiting = queue > 0
  return (
    <p className="flex items-center gap-2 text-sm tabular-nums">
      <span aria-hidden className={classes('size-2 shrink-0', waiting ? 'bg-good' : 'bg-line-strong')} />
      <span className={waiting ? 'font-semibold text-good' : 'text-ink-faint'}>
        {waiting ? `${formatCount(queue)} in queue` : 'Nobody in queue'}
      </span>
    </p>
  )
}
