import { msg } from '@lingui/core/macro'
import { isCancelled } from '../../../../../contract/cups/cup-moves.ts'
import type { Event } from '../../../../../contract/events/events-schemas.ts'
import { colours } from '../colours.ts'
import { card, type ImageLanguage, kicker, margin, mark, rect, type ShownSite, width } from './canvas.ts'
import { body, display } from './fonts.ts'
import { withDrawableLetters } from './glyph-runs.ts'
import { stacked, wrapped } from './text.ts'

/** Fields of an event on its image. */
export type ShownEvent = Pick<Event, 'title' | 'status' | 'startDate' | 'rewards' | 'cup'>

const foxSide = 300
export const room = width - 2 * margin - foxSide - 48
const titleSize = 116
const rewardSize = 34

const badges = {
  active: msg`On now`,
  upcoming: msg`Upcoming`,
  past: msg`Past event`,
  tba: msg`To be announced`,
} as const

/** Such as `Nov 28, 2026, 8:00 PM UTC`. */
export function dateOf(iso: string, { locale }: ImageLanguage): string {
  const date = new Date(iso).toLocaleString(locale, {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return `${date} UTC`
}

/** The mark, a line and up to two lines of title; `below` is where they end. `otherwise` stands for a title that cannot be drawn. */
export function eventTop(title: string, otherwise: string, above: string): { svg: string; below: number } {
  const titles = wrapped(withDrawableLetters(title, display, otherwise), display, room / titleSize, 2)
  const svg =
    mark(width - margin - foxSide, 150, foxSide) +
    kicker(above, 120) +
    stacked(titles, {
      faces: display,
      size: titleSize,
      fill: colours.ink,
      x: margin,
      baseline: 228,
      step: 104,
      max: room,
      min: 72,
    })
  return { svg, below: 208 + titles.length * 104 }
}

const when = ({ status, startDate, cup }: ShownEvent, language: ImageLanguage) =>
  cup && isCancelled(cup.stage)
    ? language.say(msg`Cancelled`)
    : status === 'tba'
      ? language.say(badges.tba)
      : `${language.say(badges[status])} · ${dateOf(startDate, language)}`

/** Image of an event with date, title and prize. */
export function eventCard(site: ShownSite, event: ShownEvent, language: ImageLanguage): string {
  const { svg, below } = eventTop(event.title, language.say(msg`Event`), when(event, language))
  const prizes =
    event.rewards.length === 0 ? [] : wrapped(event.rewards.join(' · '), body, room / rewardSize, 2)
  return card(
    site,
    svg +
      (prizes.length === 0 ? '' : rect(margin, below - 44, 72, 8, colours.ember)) +
      stacked(prizes, {
        faces: body,
        size: rewardSize,
        fill: colours.inkSoft,
        x: margin,
        baseline: below + 16,
        step: 48,
        max: room,
      }),
  )
}
