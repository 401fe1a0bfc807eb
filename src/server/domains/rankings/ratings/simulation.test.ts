import { expect, test } from 'vitest'
import { players, playSeason, spearman } from './testing/simulated-season.ts'

test.each([1, 2, 3])(
  '[ranked.24] in a closed pool with 30 matches each, ratings order players as their skill does and do not inflate, seed %i',
  (seed) => {
    const { skills, ratings } = playSeason(seed)
    expect(spearman(skills, ratings)).toBeGreaterThanOrEqual(0.9)
    const mean = ratings.reduce((sum, rating) => sum + rating, 0) / players
    expect(Math.abs(mean - 1_500) / 1_500).toBeLessThan(0.01)
  },
)
