import { msg } from '@lingui/core/macro'
import { boardLabel } from '../../../../../contract/network/modes.ts'
import type { Season } from '../../../../../contract/rankings/seasons-schemas.ts'
import { colours, rankColour } from '../colours.ts'
import {
  block,
  card,
  count,
  type ImageLanguage,
  listHeading,
  margin,
  type SiteWithBoards,
  width,
} from './canvas.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { playerName } from './player-card.ts'
import { line } from './text.ts'

/** What stays of a closed season. */
export type ShownSeason = Pick<Season, 'id' | 'name' | 'champions'>

const columns = 2
const gap = 20
const tile = { wide: (width - 2 * margin - gap) / columns, tall: 108 }
const maxShown = 6

function champion(
  site: SiteWithBoards,
  { mode, ladder, user, rating }: Season['champions'][number],
  index: number,
  language: ImageLanguage,
): string {
  const x = margin + (index % columns) * (tile.wide + gap)
  const y = 152 + Math.floor(index / columns) * (tile.tall + 14)
  const label = boardLabel(site.boards, { gameType: mode })
  return (
    block(x, y, tile.wide, tile.tall, colours.groundCard) +
    line({
      text: ladder === 'team' ? language.say(msg`${{ board: label }}, teams`) : label,
      faces: body,
      size: 26,
      fill: colours.inkSoft,
      x: x + 28,
      baseline: y + 38,
      max: tile.wide - 56,
    }) +
    line({
      text: playerName({ id: user.id, name: user.username }, language),
      faces: display,
      size: 52,
      fill: rankColour(user.rank),
      x: x + 28,
      baseline: y + 88,
      max: tile.wide - 200,
    }) +
    line({
      text: count(Math.round(rating), language),
      faces: display,
      size: 52,
      fill: colours.emberBright,
      x: x + tile.wide - 28,
      baseline: y + 88,
      align: 'end',
      max: 140,
    })
  )
}

/** Image of a closed season with the champions of its first modes. */
export function seasonCard(
  site: SiteWithBoards,
  { id, name, champions }: ShownSeason,
  language: ImageLanguage,
): string {
  const { say } = language
  const title = withDrawableLetters(name, display, say(msg`Season ${id}`))
  const measure = say(champions.length === 0 ? msg`No champions` : msg`Champions, by rating`)
  return card(
    site,
    listHeading(title, measure, 720) +
      champions
        .slice(0, maxShown)
        .map((one, index) => champion(site, one, index, language))
        .join(''),
  )
}
