import type { CupFormat, CupPhase } from '../../../../../contract/cups/cups.ts'
import { colours } from '../colours.ts'
import { block, card, margin, type ShownSite } from './canvas.ts'
import { dateOf, eventTop, room } from './event-card.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { count, playerName } from './player-card.ts'
import { line, widthOf } from './text.ts'

/** Fields of a cup on its image. */
export interface ShownCup {
  readonly id: number
  readonly title: string
  readonly format: CupFormat
  readonly modeName: string
  readonly phase: CupPhase
  readonly startDate: string | null
  readonly seats: number
  readonly entrantCount: number
  /** The id is null when the account was deleted. */
  readonly champion: { readonly id: number | null; readonly username: string } | null
}

const championSize = 80

const phases: Readonly<Record<CupPhase, string>> = {
  open: 'Cup',
  check_in: 'Check-in is open',
  seeding: 'About to start',
  running: 'Being played',
  paused: 'Paused',
  closing: 'Played',
  final: 'Final',
  cancelled: 'Cancelled',
}

const formats: Readonly<Record<CupFormat, string>> = {
  arena: 'Arena',
  single: 'Single elimination',
  double: 'Double elimination',
}

const when = ({ phase, startDate }: ShownCup) =>
  `${phases[phase]} · ${startDate === null ? 'To be announced' : dateOf(startDate)}`

/** Image of a cup: when and how it is played, its seats, and at its end the champion. */
export function cupCard(site: ShownSite, cup: ShownCup): string {
  const { svg, below } = eventTop(cup.title, 'Cup', when(cup))
  const what = cup.champion === null ? formats[cup.format] : 'Champion'
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
      (cup.champion === null ? seats(cup, below + 80) : champion(cup, below + 12)),
  )
}

const seats = ({ entrantCount, seats: most }: ShownCup, baseline: number) =>
  line({
    text: `${count(entrantCount)} of ${count(most)} seats`,
    faces: display,
    size: 64,
    fill: colours.emberBright,
    x: margin,
    baseline,
    max: room,
  })

function champion({ id, champion: first }: ShownCup, top: number): string {
  const name = playerName({ id: first?.id ?? id, name: first?.username ?? '' })
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
