import { msg } from '@lingui/core/macro'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { cupPath } from '../../../contract/cups/cups.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import type { MatchDetails } from '../../../contract/players/players-schemas.ts'
import { sayIn } from '../../platform/translation.tsx'
import { playerPath } from '../../ui/player-path.ts'
import { titleName } from '../../ui/title-name.ts'

/** Who met whom when (schema.org, SportsEvent). */
export function matchData({ publicUrl, name, boards, language }: SiteSettings, match: MatchDetails) {
  const url = `${publicUrl}/match/${match.matchId}`
  return {
    '@type': 'SportsEvent',
    '@id': url,
    url,
    name: sayIn(language, msg`${{ board: boardLabel(boards, match) }} match`),
    sport: boardLabel(boards, match),
    startDate: match.startedAt,
    endDate: match.endedAt,
    eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    location: { '@type': 'VirtualLocation', name, url: publicUrl },
    ...(match.cups.length > 0 && {
      superEvent: match.cups.map(({ id, title }) => ({
        '@type': 'SportsEvent',
        '@id': publicUrl + cupPath(id),
        url: publicUrl + cupPath(id),
        name: titleName(title),
      })),
    }),
    competitor: match.players.map(({ user }) => ({
      '@type': 'Person',
      name: titleName(user.username),
      url: publicUrl + playerPath(user.id),
    })),
  }
}
