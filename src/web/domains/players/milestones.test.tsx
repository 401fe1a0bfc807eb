import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Milestones, milestoneOf } from './milestones.tsx'
import { someStats } from './testing/setup.tsx'

test('[ranked.54] A milestone is the last step reached and the next one', () => {
  expect(milestoneOf([10, 20], 9)).toEqual({ reached: null, next: 10 })
  expect(milestoneOf([10, 20], 10)).toEqual({ reached: 10, next: 20 })
  expect(milestoneOf([10, 20], 25)).toEqual({ reached: 20, next: null })
  expect(milestoneOf([10, 20], -5)).toEqual({ reached: null, next: 10 })
})

test('[ranked.54] Milestones follow from the figures of the ledger', () => {
  render(<Milestones stats={someStats({ points: 12_345, wins: 0, kills: 50_000, bestStreak: 9 })} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Points10,000 reached12,655 to go to 25,000',
    'Wins– none reached yet1 to go to 1',
    'Kills50,000 reachedEvery milestone reached',
    'Best streak5 reached1 to go to 10',
  ])
})
