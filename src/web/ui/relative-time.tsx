import { useSyncExternalStore } from 'react'
import { useLocale } from '../platform/translation.tsx'
import { formatAge, formatDate } from './date-format.ts'

const stepMs = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let now = 0

/** One clock for all ages on a page; it runs while at least one is shown. */
function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(() => {
      now = Date.now()
      for (const each of listeners) each()
    }, stepMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function readClock(): number {
  // Before anybody listens the clock stands still; the first to look sets it, and later ones see the same time.
  if (listeners.size === 0 && Date.now() - now > stepMs) now = Date.now()
  return now
}

/** The visitor's clock, in milliseconds; null in the server's HTML. */
export const useClock = () => useSyncExternalStore<number | null>(subscribe, readClock, () => null)

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
