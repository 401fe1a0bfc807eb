import { useClock } from '../platform/live/server-clock.ts'
import { useLocale } from '../platform/translation.tsx'
import { formatAge, formatDate } from './date-format.ts'

/** How long ago, at the time of the document first. */
export function RelativeTime({
  iso,
  className,
  format = formatAge,
}: {
  iso: string
  className?: string
  format?: (iso: string, now: number, locale: string) => string
}) {
  const clock = useClock()
  const locale = useLocale()
  return (
    <time dateTime={iso} suppressHydrationWarning className={className}>
      {clock === null ? formatDate(iso, 'UTC', locale) : format(iso, clock, locale)}
    </time>
  )
}
