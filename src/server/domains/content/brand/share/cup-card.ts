import { msg } from '@lingui/core/macro'
import type { CupPhase } from '../../../../../contract/cups/cups.ts'
import { type CupFormat, formatName } from '../../../../../contract/cups/formats.ts'
import type { Message } from '../../../../../contract/languages.ts'
import { colours } from '../colours.ts'
import { block, card, count, type ImageLanguage, margin, type ShownSite } from './canvas.ts'
import { dateOf, eventTop, room } from './event-card.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { playerName } from './player-card.ts'
import { line, widthOf } from './text.ts'

/** Fields of a cup on its image. */
export interface ShownCup {
  readonly id: number
  readonly title: string
  readonly format: CupFormat
  /** How many of an arena go on to its final bracket. */
  readonly cut: number | null
  readonly modeName: string
  readonly phase: CupPhase
  readonly startDate: string | null
  readonly seats: number
  readonly entrantCount: number
  /** The id is null when the account was deleted. */
  readonly champion: { readonly id: number | null; readonly username: string } | null
}

const championSize = 80

const phases: Readonly<Record<CupPhase, Message>> = {
  open: msg`Cup`,
  check_in: msg`Check-in is open`,
  seeding: msg`About to start`,
  running: msg`Being played`,
  paused: msg({ message: 'Paused', context: 'state of a cup' }),
  closing: msg({ message: 'Played', context: 'state of a cup' }),
  final: msg({ message: 'Final', context: 'state of a cup: its places stand' }),
  cancelled: msg({ message: 'Cancelled', context: 'state of a cup' }),
}

const when = ({ phase, startDate }: ShownCup, language: ImageLanguage) => {
  const { say } = language
  return `${say(phases[phase])} · ${startDate === null ? say(msg`To be announced`) : dateOf(startDate, language)}`
}

/** Image of a cup: when and how it is played, its seats, and at its end the champion. */
export function cupCard(site: ShownSite, cup: ShownCup, language: ImageLanguage): string {
  const { say } = language
  const { svg, below } = eventTop(cup.title, say(msg`Cup`), when(cup, language))
  const what = say(cup.champion === null ? formatName(cup) : msg`Champion`)
  return card(
    site,
    svg +
      line({
        text: withDrawableLetters(`${cup.modeName} · ${what}`, body, what),
        faces: body,
        size: 34,
        fill: colours.inkSoft,
        x: margin,
        baseline: below - 16,
        max: room,
      }) +
      (cup.champion === null ? seats(cup, below + 80, language) : champion(cup, below + 12, language)),
  )
}

function seats(cup: ShownCup, baseline: number, language: ImageLanguage): string {
  const entrantCount = count(cup.entrantCount, language)
  const seats = count(cup.seats, language)
  return line({
    text: language.say(msg`${entrantCount} of ${seats} seats`),
    faces: display,
    size: 64,
    fill: colours.emberBright,
    x: margin,
    baseline,
    max: room,
  })
}

function champion({ id, champion: first }: ShownCup, top: number, language: ImageLanguage): string {
  const name = playerName({ id: first?.id ?? id, name: first?.username ?? '' }, language)
  const wide = Math.min(room, championSize * widthOf(name, display) + 64)
  return (
    block(margin, top, wide, 100, colours.ember) +
    line({
      text: name,
      faces: display,
      size: championSize,
      fill: colours.emberInk,
      x: margin + 32,
      baseline: top + 75,
      max: wide - 64,
      min: 36,
    })
  )
}
