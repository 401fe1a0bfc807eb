import { useHydrated } from '../../platform/hydrated.ts'

/** Names the time zone of the dates: UTC until hydration, then the visitor's. */
export function ZoneNote() {
  const zone = useHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  return <p className="text-ink-faint text-sm">Times are shown in {zone.replaceAll('_', ' ')}.</p>
}
