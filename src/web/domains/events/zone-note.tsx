import { Trans } from '@lingui/react/macro'
import { useTakenOver } from '../../platform/hydrated.ts'

/** Names the time zone of the dates: UTC until hydration, then the visitor's. */
export function ZoneNote() {
  const zone = useTakenOver(() => new Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC')
  const place = zone.replaceAll('_', ' ')
  return (
    <p className="text-ink-faint text-sm">
      <Trans>Times are shown in {place}.</Trans>
    </p>
  )
}
