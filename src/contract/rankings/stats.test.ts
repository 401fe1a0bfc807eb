import { expect, test } from 'vitest'
import { killDeathRatio, totalGames, winRate } from './stats.ts'

test('K/D has 2 decimals and is kills when nobody killed the player yet', () => {
  expect(killDeathRatio({ kills: 7, deaths: 3 })).toBe('2.33')
  expect(killDeathRatio({ kills: 7, deaths: 0 })).toBe('7.00')
  expect(killDeathRatio({ kills: 0, deaths: 4 })).toBe('0.00')
})

test('[player.11] [player.12] win rate in percent with 1 decimal, 0 if no games; total games are wins and losses', () => {
  expect(winRate({ wins: 2, losses: 1 })).toBe('66.7')
  expect(winRate({ wins: 3, losses: 0 })).toBe('100.0')
  expect(winRate({ wins: 0, losses: 3 })).toBe('0.0')
  expect(winRate({ wins: 0, losses: 0 })).toBe('0')
  expect(totalGames({ wins: 2, losses: 1 })).toBe(3)
})
