import { msg, plural } from '@lingui/core/macro'
import { boardLabel } from '../../../../../contract/network/modes.ts'
import type { Match, MatchPlayer } from '../../../../../contract/players/players-schemas.ts'
import { colours, rankColour } from '../colours.ts'
import {
  block,
  card,
  count,
  type ImageLanguage,
  kicker,
  margin,
  rect,
  type SiteWithBoards,
  width,
} from './canvas.ts'
import { body, display } from './fonts.ts'
import { playerName } from './player-card.ts'
import { line, widthOf } from './text.ts'

/** Players of one team. */
type Side = readonly MatchPlayer[]

/** Splits players (winners first) into the best side and the others. */
export function sidesOf(players: readonly MatchPlayer[]): readonly [Side, Side] {
  const [best] = players
  if (best === undefined) return [[], []]
  const together = ({ team, result }: MatchPlayer) =>
    best.team === null ? result === best.result : team === best.team
  // A duel without teams has two sides, even when it is a draw.
  const own = players.length === 2 && best.team === null ? [best] : players.filter(together)
  return [own, players.filter((player) => !own.includes(player))]
}

const gap = 120
const wide = (width - 2 * margin - gap) / 2
const top = 176
const tall = 322

const maxNamed = 3

function names(side: Side, x: number, won: boolean, language: ImageLanguage): string {
  const shown = side.length > maxNamed ? side.slice(0, maxNamed - 1) : side
  const alone = side.length === 1
  const rows = shown.map(({ user }, index) =>
    line({
      text: playerName({ id: user.id, name: user.username }, language),
      faces: display,
      size: alone ? 88 : 54,
      fill: won ? colours.emberInk : rankColour(user.rank),
      x: x + 32,
      baseline: top + (alone ? 150 : 106) + index * 52,
      max: wide - 64,
      min: 36,
    }),
  )
  const more = side.length - shown.length
  const rest =
    more === 0
      ? ''
      : line({
          text: language.say(msg`and ${more} more`),
          faces: body,
          size: 30,
          fill: won ? colours.emberInk : colours.inkSoft,
          x: x + 32,
          baseline: top + 104 + (maxNamed - 1) * 52,
          max: wide - 64,
        })
  return rows.join('') + rest
}

function panel(side: Side, x: number, language: ImageLanguage): string {
  const { say } = language
  const won = side[0]?.result === 'win'
  const kills = side.reduce((sum, player) => sum + player.kills, 0)
  const score = count(kills, language)
  const scoreWide = 100 * widthOf(score, display)
  const ink = won ? colours.emberInk : colours.ink
  const soft = won ? colours.emberInk : colours.inkSoft
  return (
    (won ? block(x, top + 8, wide, tall, colours.faceEdge) : '') +
    block(x, top, wide, tall, won ? colours.ember : colours.groundCard) +
    rect(x + 12, top, wide - 24, 4, won ? colours.emberBright : colours.groundRaised) +
    line({
      text: say(wordOf(side)),
      faces: display,
      size: 40,
      fill: soft,
      x: x + 32,
      baseline: top + 52,
      max: wide - 64,
    }) +
    names(side, x, won, language) +
    line({ text: score, faces: display, size: 100, fill: ink, x: x + 32, baseline: top + 292 }) +
    line({
      text: say(
        msg({ message: plural(kills, { one: 'kill', other: 'kills' }), context: 'after their number' }),
      ),
      faces: body,
      size: 30,
      fill: soft,
      x: x + 48 + scoreWide,
      baseline: top + 292,
      max: wide - 80 - scoreWide,
    })
  )
}

const one = { win: msg`Winner`, loss: msg`Loser`, draw: msg`Draw` } as const
const several = { win: msg`Winners`, loss: msg`Losers`, draw: msg`Draw` } as const
const wordOf = (side: Side) => (side.length > 1 ? several : one)[side[0]?.result ?? 'draw']

/** Image of a match with its sides and result. */
export function matchCard(site: SiteWithBoards, match: Match, language: ImageLanguage): string {
  const { say } = language
  const { ranked, voided, excluded, players } = match
  const [best, others] = sidesOf(players)
  const right = margin + wide + gap
  const mark = voided
    ? msg`Voided: does not count`
    : excluded
      ? msg`Excluded by staff: does not count`
      : ranked
        ? msg`Ranked match`
        : msg`Unranked match`
  return card(
    site,
    kicker(say(mark), 66) +
      line({
        text: boardLabel(site.boards, match),
        faces: display,
        size: 104,
        fill: colours.ink,
        x: margin,
        baseline: 142,
        max: 900,
      }) +
      panel(best, margin, language) +
      (others.length === 0
        ? ''
        : line({
            text: say(msg`VS`),
            faces: display,
            size: 84,
            fill: colours.emberBright,
            x: width / 2,
            baseline: top + 184,
            align: 'middle',
          }) + panel(others, right, language)),
  )
}
