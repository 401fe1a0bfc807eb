import { useHydrated } from '../../platform/hydrated.ts'

/** Whose clock the dates go by: UTC until the page knows the visitor's. */
export function ZoneNote() {
  const zone = useHydrated() ? new Intl.DateTimeFormat().resolvedOptions().timeZone : 'UTC'
  return <p className="text-ink-faint text-sm">Times are shown in {zone.replaceAll('_', ' ')}.</p>
}
