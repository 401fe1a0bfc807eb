import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StatsUpdate } from '../../../../contract/live-schemas.ts'
import { liveNews } from './live-news.tsx'

type Data = StatsUpdate['data']

const said = (stats: Partial<Data['stats']>, lastResult?: Data['lastResult']) =>
  render(
    liveNews({
      user: { id: 1, username: 'Ada' },
      stats: { winStreak: 0, losses: 0, wins: 0, kills: 0, deaths: 0, points: 0, ...stats },
      ...(lastResult && { lastResult }),
    }),
  ).container.textContent

const won = (streak: number) => `Ada won a game! Win streak: ${streak}`
const lost = 'Ada lost a game. Win streak reset.'
const updated = "Ada's stats updated"

test('[live.08] lastResult decides when present, whatever the figures suggest', () => {
  expect(said({ winStreak: 0, losses: 9 }, 'win')).toBe(won(0))
  expect(said({ winStreak: 5, losses: 9 }, 'win')).toBe(won(5))
  expect(said({ winStreak: 5 }, 'loss')).toBe(lost)
  expect(said({ winStreak: 5, losses: 9 }, 'draw')).toBe(updated)
  expect(said({ losses: 9 }, 'void')).toBe(updated)
})

test('[live.08] Else winStreak > 0 is won, else losses > 0 lost, else updated', () => {
  expect(said({ winStreak: 3, losses: 9 })).toBe(won(3))
  expect(said({ winStreak: 0, losses: 9 })).toBe(lost)
  expect(said({ wins: 4, kills: 2 })).toBe(updated)
})
