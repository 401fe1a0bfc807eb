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

/** A milestone as a badge says it: `1,000 points`. */
export function milestoneLabel(figure: MilestoneFigure, step: number): string {
  const count = step.toLocaleString('en-US')
  if (figure === 'bestStreak') return `${count} wins in a row`
  return step === 1 ? 'First win' : `${count} ${figure}`
}
