import type { CupFormat, CupPhase } from '../../../../../contract/cups/cups.ts'
import { colours } from '../colours.ts'
import { block, card, kicker, margin, mark, type ShownSite, width } from './canvas.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { count, playerName } from './player-card.ts'
import { line, stacked, widthOf, wrapped } from './text.ts'

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

const foxSide = 300
const room = width - 2 * margin - foxSide - 48
const titleSize = 116
const championSize = 80

const dates = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
})

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
  `${phases[phase]} · ${startDate === null ? 'To be announced' : `${dates.format(new Date(startDate))} UTC`}`

/** Image of a cup: when and how it is played, its seats, and at its end the champion. */
export function cupCard(site: ShownSite, cup: ShownCup): string {
  const titles = wrapped(withDrawableLetters(cup.title, display, 'Cup'), display, room / titleSize, 2)
  const below = 208 + titles.length * 104
  const what = cup.champion === null ? formats[cup.format] : 'Champion'
  return card(
    site,
    mark(width - margin - foxSide, 150, foxSide) +
      kicker(when(cup), 120) +
      stacked(titles, {
        faces: display,
        size: titleSize,
        fill: colours.ink,
        x: margin,
        baseline: 228,
        step: 104,
        max: room,
        min: 72,
      }) +
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
