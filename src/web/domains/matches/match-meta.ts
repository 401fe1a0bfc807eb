import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import { pageMeta } from '../../platform/meta.ts'
import type { Prefetched } from '../../platform/page-context.ts'
import { titleName } from '../../ui/title-name.ts'
import { matchIn } from './match-document.ts'
import { matchIdOf } from './match-id.ts'
import { durationOf, sidesOf } from './match-words.ts'

const maxNamed = 3

const namesOf = (players: readonly { user: { username: string } }[]) => {
  const names = players.slice(0, maxNamed).map(({ user }) => titleName(user.username))
  const more = players.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '')
}

/** Meta tags with game type and players, for link previews. */
export function matchMeta(
  site: SiteSettings,
  loaded: Prefetched | null | undefined,
  idText: string | undefined,
): MetaDescriptor[] {
  const id = matchIdOf(idText)
  const match = id === null ? null : loaded ? matchIn(loaded, id) : undefined
  const path = `/match/${id ?? idText ?? ''}`
  if (match === null) {
    return pageMeta(site, { title: msg`Match Not Found`, description: msg`No match.`, path, noindex: true })
  }
  const image = `/share${path}.png`
  if (match === undefined) {
    return pageMeta(site, {
      title: 'Match',
      description: msg`A match on ${{ site: site.name }}.`,
      path,
      image,
    })
  }
  const sides = sidesOf(match).map(({ players }) => namesOf(players))
  const fighters = sides.join(' against ')
  return pageMeta(site, {
    title: `${boardLabel(site.boards, match)} match`,
    description: `${fighters} on ${site.name}, ${durationOf(match)}.`,
    path,
    image,
    imageAlt: `${boardLabel(site.boards, match)}: ${fighters}`,
  })
}
