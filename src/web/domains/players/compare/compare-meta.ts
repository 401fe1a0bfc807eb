import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import { parseId } from '../../../../contract/ids.ts'
import type { HeadToHead } from '../../../../contract/players/players-schemas.ts'
import { api } from '../../../platform/api.ts'
import { type MetaSite, metaTags } from '../../../platform/navigation/meta.ts'
import { type Prefetched, prefetchedData } from '../../../platform/prefetched-data.ts'
import { comparePath } from '../../../ui/player-path.ts'
import { titleName } from '../../../ui/title-name.ts'
import { headToHeadQuery } from '../../matches/head-to-head-query.ts'
import { prefetchedPlayer } from '../player-queries.ts'

/**
 * Both names, under one address in either order. Search engines list who have met: every two players have a comparison.
 */
export function compareMeta(
  site: MetaSite,
  loaded: Prefetched | null | undefined,
  params: { readonly a?: string; readonly b?: string },
): MetaDescriptor[] {
  const [a, b] = [parseId(params.a), parseId(params.b)]
  const none = { description: msg`No comparison.`, path: '/community', noindex: true }
  if (a === null || b === null || a === b) return metaTags(site, { title: msg`Invalid comparison`, ...none })
  const players = [a, b].map((id) => (loaded ? prefetchedPlayer(loaded, id) : undefined))
  if (players.includes(null)) return metaTags(site, { title: msg`Player Not Found`, ...none })
  const [one, other] = players.map((player) => player && titleName(player.username).trim())
  const { name } = site
  return metaTags(site, {
    title: one && other ? msg`${one} and ${other}` : msg`Compare players`,
    description:
      one && other
        ? msg`${one} and ${other} on ${name}: 1v1 record, ratings and last matches side by side.`
        : msg`Compare players on ${name}: 1v1 record, ratings and last matches side by side.`,
    path: comparePath(Math.min(a, b), Math.max(a, b)),
    noindex: !loaded || !haveMet(loaded, a, b),
  })
}

function haveMet(loaded: Prefetched, a: number, b: number): boolean {
  const record = prefetchedData(loaded, headToHeadQuery(api, a, b).queryKey) as HeadToHead | undefined
  return record !== undefined && record.modes.length > 0
}
