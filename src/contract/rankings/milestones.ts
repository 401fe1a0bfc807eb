import { msg, plural } from '@lingui/core/macro'
import type { Message } from '../languages.ts'
import { pointsGoal } from './stats.ts'

/** Steps of each figure of the overall stats, up to the goal of the points progress. */
export const milestoneSteps = {
  points: [500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, pointsGoal],
  wins: [1, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000],
  kills: [10, 50, 100, 500, 1_000, 5_000, 10_000, 50_000],
  bestStreak: [3, 5, 10, 20, 35, 50, 100],
} as const

export type MilestoneFigure = keyof typeof milestoneSteps

export const milestoneFigures = Object.keys(milestoneSteps) as MilestoneFigure[]

/** What a player did, after their name: `reached 1,000 points`. */
export function milestoneDone(figure: MilestoneFigure, step: number): string {
  const count = step.toLocaleString('en-US')
  if (figure === 'bestStreak') return `won ${count} in a row`
  return step === 1 ? 'won for the first time' : `reached ${count} ${figure}`
}

const sentences = {
  points: (who: string, step: number) =>
    msg`${plural(step, { one: `${who} reached # point`, other: `${who} reached # points` })}`,
  wins: (who: string, step: number) =>
    msg`${plural(step, { one: `${who} reached # win`, other: `${who} reached # wins` })}`,
  kills: (who: string, step: number) =>
    msg`${plural(step, { one: `${who} reached # kill`, other: `${who} reached # kills` })}`,
  bestStreak: (who: string, step: number) =>
    msg`${plural(step, { one: `${who} won # in a row`, other: `${who} won # in a row` })}`,
} satisfies Record<MilestoneFigure, (who: string, step: number) => Message>

/** The same as a whole sentence: `Steve reached 1,000 points`. */
export const milestoneSentence = (figure: MilestoneFigure, step: number, who: string): Message =>
  figure === 'wins' && step === 1 ? msg`${who} won for the first time` : sentences[figure](who, step)

const said = {
  points: (points: number) => msg`${plural(points, { one: '# point', other: '# points' })}`,
  wins: (wins: number) => msg`${plural(wins, { one: '# win', other: '# wins' })}`,
  kills: (kills: number) => msg`${plural(kills, { one: '# kill', other: '# kills' })}`,
  bestStreak: (wins: number) => msg`${plural(wins, { one: '# win in a row', other: '# wins in a row' })}`,
} satisfies Record<MilestoneFigure, (step: number) => Message>

/** A milestone as a badge says it: `1,000 points`. */
export const milestoneLabel = (figure: MilestoneFigure, step: number): Message =>
  figure === 'wins' && step === 1 ? msg`First win` : said[figure](step)
