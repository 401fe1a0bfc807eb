import type { MetaDescriptor } from 'react-router'
import { deletedPlayerName } from '../../../contract/accounts/accounts.ts'
import { rankLabel } from '../../../contract/accounts/ranks.ts'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { parseId } from '../../../contract/ids.ts'
import { winRate } from '../../../contract/rankings/stats.ts'
import type { Stats } from '../../../contract/rankings/stats-schemas.ts'
import { pageMeta } from '../../platform/meta.ts'
import type { Prefetched } from '../../platform/page-context.ts'
import { counted } from '../../ui/format-count.ts'
import { playerPath } from '../../ui/player-path.ts'
import { titleName } from '../../ui/title-name.ts'
import { prefetchedPlayer, prefetchedStats } from './player-queries.ts'

const record = (stats: Stats) =>
  `${counted(stats.wins, 'win', 'wins')}, ${counted(stats.losses, 'loss', 'losses')} (${winRate(stats)}% won), ${counted(stats.points, 'point', 'points')}`

/**
 * Name, rank and record, for link previews. All layouts name /player/{id} as their address; those that
 * are not at it are `alternate`, and kept out of search engines.
 */
export function playerMeta(
  site: SiteSettings,
  loaded: Prefetched | null | undefined,
  idText: string | undefined,
  { alternate = false }: { readonly alternate?: boolean } = {},
): MetaDescriptor[] {
  const id = parseId(idText)
  const path = id === null ? '/community' : playerPath(id)
  if (id === null) {
    return pageMeta(site, { title: 'Invalid player ID', description: 'No player.', path, noindex: true })
  }
  const player = loaded ? prefetchedPlayer(loaded, id) : undefined
  const stats = loaded ? prefetchedStats(loaded, id) : undefined
  if (player === null) {
    return pageMeta(site, { title: 'Player Not Found', description: 'No player.', path, noindex: true })
  }
  if (player?.standing === 'deleted') {
    return pageMeta(site, {
      title: deletedPlayerName,
      description: 'This account was deleted by its owner.',
      path,
      noindex: true,
    })
  }
  const rank = player && rankLabel(player.rank, site)
  const name = (player && titleName(player.username).trim()) || undefined
  return pageMeta(site, {
    title: name ?? 'Player',
    description:
      player && stats
        ? `${rank} on ${site.name}: ${record(stats)}.`
        : `${rank ?? 'A player'} on ${site.name}: stats, matches and points over time.`,
    path,
    image: `/share${path}.png`,
    noindex: alternate,
    ...(name !== undefined && { profile: name, imageAlt: `${name}: rank, points, K/D, win streak and wins` }),
  })
}
