import type { SiteSettings } from '../../../contract/content/site.ts'
import { cupPath } from '../../../contract/cups/cups.ts'
import type { Cup } from '../../../contract/cups/cups-schemas.ts'
import { formatName } from '../../../contract/cups/formats.ts'
import { sayIn } from '../../platform/translation.tsx'
import { titleName } from '../../ui/title-name.ts'
import { cupImagePath } from './cup-image-path.ts'

/** What is played when (schema.org, SportsEvent); null while the date is to be announced. Its matches name it. */
export function cupData({ publicUrl, name, language }: SiteSettings, cup: Cup) {
  if (cup.startDate === null) return null
  const url = publicUrl + cupPath(cup.id)
  return {
    '@type': 'SportsEvent',
    '@id': url,
    url,
    name: titleName(cup.title),
    description: `${sayIn(language, formatName(cup.config))}, ${cup.mode.name}`,
    sport: cup.mode.name,
    image: publicUrl + cupImagePath(cup.id),
    startDate: cup.startDate,
    ...(cup.endDate !== null && { endDate: cup.endDate }),
    eventStatus: `https://schema.org/Event${cup.phase === 'cancelled' ? 'Cancelled' : 'Scheduled'}`,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', name, url: publicUrl },
    organizer: { '@id': `${publicUrl}/#organization` },
    maximumAttendeeCapacity: cup.seats,
  }
}
