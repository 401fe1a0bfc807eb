import { useRegion, useZone } from '../platform/hydrated.ts'
import { useClock } from '../platform/live/server-clock.ts'
import { useLocale } from '../platform/translation.tsx'
import { formatDate, formatNear } from './date-format.ts'

interface TimeProps {
  readonly iso: string
  readonly className?: string
}

/**
 * A date: UTC in the server's HTML, which `datesInPlace` turns into the visitor's zone and region before it is painted
 * (docs/spec/rulings.md, Dates).
 */
export function Time({ iso, className }: TimeProps) {
  const zone = useZone()
  const locale = useRegion(useLocale())
  return (
    <time dateTime={iso} data-moment="" suppressHydrationWarning className={className}>
      {formatDate(iso, zone, locale)}
    </time>
  )
}

/** The same, and short where it is today or tomorrow, or on the day of `since`. */
export function NearTime({ iso, since, className }: TimeProps & { readonly since?: string }) {
  const zone = useZone()
  const locale = useRegion(useLocale())
  const now = useClock()
  return (
    <time dateTime={iso} data-moment="near" data-since={since} suppressHydrationWarning className={className}>
      {formatNear(iso, { now, since }, zone, locale)}
    </time>
  )
}
