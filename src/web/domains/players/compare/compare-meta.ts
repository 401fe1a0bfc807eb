import type { MetaDescriptor } from 'react-router'
import type { SiteSettings } from '../../../../contract/content/site.ts'
import { parseId } from '../../../../contract/ids.ts'
import { pageMeta } from '../../../platform/meta.ts'
import type { Prefetched } from '../../../platform/page-context.ts'
import { comparePath } from '../../../ui/player-path.ts'
import { titleName } from '../../../ui/title-name.ts'
import { prefetchedPlayer } from '../player-queries.ts'

/** Both names. Search engines do not list comparisons: every two players have one. */
export function compareMeta(
  site: SiteSettings,
  loaded: Prefetched | null | undefined,
  params: { readonly a?: string; readonly b?: string },
): MetaDescriptor[] {
  const [a, b] = [parseId(params.a), parseId(params.b)]
  const none = { description: 'No comparison.', path: '/community', noindex: true }
  if (a === null || b === null || a === b) return pageMeta(site, { title: 'Invalid comparison', ...none })
  const players = [a, b].map((id) => (loaded ? prefetchedPlayer(loaded, id) : undefined))
  if (players.includes(null)) return pageMeta(site, { title: 'Player Not Found', ...none })
  const [one, other] = players.map((player) => player && titleName(player.username).trim())
  const title = one && other ? `${one} and ${other}` : 'Compare players'
  return pageMeta(site, {
    title,
    description: `${title} on ${site.name}: 1v1 record, ratings and last matches side by side.`,
    path: comparePath(a, b),
    noindex: true,
  })
}
