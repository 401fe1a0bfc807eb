import type { NewEvent } from '../../contract/events/events-schemas.ts'

/** A practice mode of the site with its texts. */
export interface PlayedMode {
  readonly name: string
  readonly description: string
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

interface Outline {
  readonly called: string
  readonly how: string
  /** Milliseconds from now to the start. */
  readonly inMs: number
  readonly lastsMs: number
  readonly rewards: readonly string[]
  readonly tba?: boolean
}

/** One event per state, and a second upcoming one. */
const outlines: readonly Outline[] = [
  {
    called: 'Cup',
    how: 'Single elimination, best of three.',
    inMs: -12 * dayMs,
    lastsMs: 3 * hourMs,
    rewards: ['Emerald rank for the winner'],
  },
  {
    called: 'Night',
    how: 'Queue as often as you like; the most wins count.',
    inMs: -hourMs,
    lastsMs: 4 * hourMs,
    rewards: ['Gold rank for the longest streak'],
  },
  {
    called: 'Open',
    how: 'Free for everybody, on every input.',
    inMs: 3 * dayMs,
    lastsMs: 3 * hourMs,
    rewards: ['Diamond rank for the winner', 'Gold rank for the finalists'],
  },
  {
    called: 'Ladder',
    how: 'A week of ranked fights. The most points win.',
    inMs: 9 * dayMs,
    lastsMs: 7 * dayMs,
    rewards: ['Battle Pass for the first three'],
  },
  {
    called: 'Finals',
    how: 'All cup winners of this season play each other.',
    inMs: 40 * dayMs,
    lastsMs: 4 * hourMs,
    rewards: [],
    tba: true,
  },
]

/** Events for these modes: none without modes, and as many different modes as there are. */
export function sampleEvents(modes: readonly PlayedMode[], now: Date): NewEvent[] {
  const hour = Math.floor(now.getTime() / hourMs) * hourMs
  return outlines.flatMap(({ called, how, inMs, lastsMs, rewards, tba = false }, at) => {
    const mode = modes[at % modes.length]
    if (mode === undefined) return []
    const start = hour + inMs
    return {
      title: `${mode.name} ${called}`,
      description: `${how} ${mode.description}`,
      startDate: new Date(start).toISOString(),
      endDate: new Date(start + lastsMs).toISOString(),
      rewards: [...rewards],
      tba,
    }
  })
}
