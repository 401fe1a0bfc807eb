import { useClock } from '../platform/server-clock.ts'
import { useLocale } from '../platform/translation.tsx'
import { formatAge, formatDate } from './date-format.ts'

/** How long ago. The server does not know when its page will be read: there, the date itself is shown. */
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
    <time dateTime={iso} className={className}>
      {clock === null ? formatDate(iso, 'UTC', locale) : format(iso, clock, locale)}
    </time>
  )
}
