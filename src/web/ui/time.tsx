import { useZone } from '../platform/hydrated.ts'
import { useLocale } from '../platform/translation.tsx'
import { formatDate } from './date-format.ts'

/** A date: UTC in the server's HTML, the visitor's zone once the page is alive (docs/spec/rulings.md, Dates). */
export function Time({ iso, className }: { iso: string; className?: string }) {
  const zone = useZone()
  const locale = useLocale()
  return (
    <time dateTime={iso} className={className}>
      {formatDate(iso, zone, locale)}
    </time>
  )
}
