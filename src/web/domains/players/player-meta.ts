import { msg, plural } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import { deletedPlayerName } from '../../../contract/accounts/accounts.ts'
import { rankLabel } from '../../../contract/accounts/ranks.ts'
import { parseId } from '../../../contract/ids.ts'
import type { Message } from '../../../contract/languages.ts'
import { winRate } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { type MetaSite, metaTags } from '../../platform/navigation/meta.ts'
import type { Prefetched } from '../../platform/prefetched-data.ts'
import { formatShare } from '../../ui/format-count.ts'
import { playerPath } from '../../ui/player-path.ts'
import { titleName } from '../../ui/title-name.ts'
import { prefetchedPlayer, prefetchedStats } from './player-queries.ts'

const described = (rank: string, { name: site, language }: MetaSite, stats: Stats): Message => {
  const { wins, losses, points } = stats
  return msg`${rank} on ${site}: ${plural(wins, { one: '# win', other: '# wins' })}, ${plural(losses, { one: '# loss', other: '# losses' })} (${{ rate: formatShare(winRate(stats), language?.tag) }} won), ${plural(points, { one: '# point', other: '# points' })}.`
}

/**
 * Name, rank and record, for link previews. All layouts name /player/{id} as their address; those that
 * are not at it are `alternate`, and kept out of search engines.
 */
export function playerMeta(
  site: MetaSite,
  loaded: Prefetched | null | undefined,
  idText: string | undefined,
  { alternate = false }: { readonly alternate?: boolean } = {},
): MetaDescriptor[] {
  const id = parseId(idText)
  const path = id === null ? '/community' : playerPath(id)
  if (id === null) {
    return metaTags(site, {
      title: msg`Invalid player ID`,
      description: msg`No player.`,
      path,
      noindex: true,
    })
  }
  const player = loaded ? prefetchedPlayer(loaded, id) : undefined
  const stats = loaded ? prefetchedStats(loaded, id) : undefined
  if (player === null) {
    return metaTags(site, { title: msg`Player Not Found`, description: msg`No player.`, path, noindex: true })
  }
  if (player?.standing === 'deleted') {
    return metaTags(site, {
      title: deletedPlayerName,
      description: msg`This account was deleted by its owner.`,
      path,
      noindex: true,
    })
  }
  const rank = player && rankLabel(player.rank, site)
  const name = (player && titleName(player.username).trim()) || undefined
  return metaTags(site, {
    title: name ?? msg`Player`,
    description:
      rank === undefined
        ? msg`A player on ${{ site: site.name }}: stats, matches and points over time.`
        : stats
          ? described(rank, site, stats)
          : msg`${rank} on ${{ site: site.name }}: stats, matches and points over time.`,
    path,
    image: `/share${path}.png`,
    noindex: alternate,
    ...(name !== undefined && {
      profile: name,
      imageAlt: msg`${name}: rank, points, K/D, win streak and wins`,
    }),
  })
}
