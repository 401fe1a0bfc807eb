import { Trans } from '@lingui/react/macro'
import type { CupSummary } from '../../../contract/cups/cups-schemas.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import { useLocale } from '../../platform/translation.tsx'
import { formatCount } from '../../ui/format-count.ts'

/** How many seats are taken. Before a check-in nobody has one: then how many registered. */
export function SeatsTaken({ cup }: { cup: CupSummary }) {
  const locale = useLocale()
  const seats = formatCount(cup.seats, locale)
  if (cup.phase === 'open' && formatOf(cup).hasCheckIn)
    return (
      <Trans>
        {{ registered: formatCount(cup.registeredCount ?? 0, locale) }} registered, {seats} seats
      </Trans>
    )
  return (
    <Trans>
      {{ entrantCount: formatCount(cup.entrantCount, locale) }} of {seats} seats
    </Trans>
  )
}
