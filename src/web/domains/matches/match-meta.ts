import { msg } from '@lingui/core/macro'
import type { MetaDescriptor } from 'react-router'
import type { Text } from '../../../contract/languages.ts'
import { boardLabel } from '../../../contract/network/modes.ts'
import { type MetaSite, metaTags } from '../../platform/navigation/meta.ts'
import type { Prefetched } from '../../platform/prefetched-data.ts'
import { sayIn } from '../../platform/translation.tsx'
import { titleName } from '../../ui/title-name.ts'
import { matchIn } from './match-document.ts'
import { matchIdOf } from './match-id.ts'
import { durationOf, sidesOf } from './match-words.ts'

const maxNamed = 3

type Say = (text: Text) => string

const namesOf = (players: readonly { user: { username: string } }[], say: Say) => {
  const named = players.slice(0, maxNamed).map(({ user }) => titleName(user.username))
  const names = named.join(', ')
  const more = players.length - named.length
  return more > 0 ? say(msg`${names} and ${more} more`) : names
}

/** Meta tags with game type and players, for link previews. */
export function matchMeta(
  site: MetaSite,
  loaded: Prefetched | null | undefined,
  idText: string | undefined,
): MetaDescriptor[] {
  const id = matchIdOf(idText)
  const match = id === null ? null : loaded ? matchIn(loaded, id) : undefined
  const path = `/match/${id ?? idText ?? ''}`
  if (match === null) {
    return metaTags(site, { title: msg`Match Not Found`, description: msg`No match.`, path, noindex: true })
  }
  const image = `/share${path}.png`
  if (match === undefined) {
    return metaTags(site, {
      title: msg`Match`,
      description: msg`A match on ${{ site: site.name }}.`,
      path,
      image,
    })
  }
  const say: Say = (text) => sayIn(site.language, text)
  const fighters = sidesOf(match)
    .map(({ players }) => namesOf(players, say))
    .reduce((side, other) => say(msg`${side} against ${other}`))
  return metaTags(site, {
    title: msg`${{ board: boardLabel(site.boards, match) }} match`,
    description: msg`${fighters} on ${{ name: site.name }}, ${{ match: durationOf(match) }}.`,
    path,
    image,
    imageAlt: `${boardLabel(site.boards, match)}: ${fighters}`,
  })
}
