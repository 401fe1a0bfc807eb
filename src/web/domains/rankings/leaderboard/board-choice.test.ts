import { expect, test } from 'vitest'
import { choiceOf, firstChoice, otherView, pageOf, queryOf, searchOf, shownBoard } from './board-choice.ts'

const of = (query: string) => choiceOf(new URLSearchParams(query), ['boxing', 'sumo'])

test('[board.03] The default board is overall, all time, page 1', () => {
  expect(of('')).toEqual({
    gameType: 'overall',
    by: 'points',
    ladder: 'solo',
    season: null,
    input: null,
    view: 'full',
    period: 'all',
    page: 1,
    search: '',
  })
  expect(queryOf(firstChoice)).toBe('')
})

test('an address carries a choice there and back', () => {
  const choice = {
    gameType: 'sumo',
    period: 'week',
    by: 'rating',
    ladder: 'team',
    season: 3,
    input: null,
    view: 'short',
    page: 12,
    search: 'a&b c',
  } as const
  expect(of(queryOf(choice))).toEqual(choice)
})

test('[ranked.60] An input is of the full view of one mode, and of no closed season', () => {
  const choice = { ...firstChoice, gameType: 'sumo', input: 'touch' } as const
  expect(queryOf(choice)).toBe('?gameType=sumo&input=touch')
  expect(of(queryOf(choice))).toEqual(choice)
  expect(queryOf({ ...choice, gameType: 'overall' })).toBe('')
  // Addresses of before, when the full view had to be asked for.
  expect(of('gameType=sumo&view=full&input=touch')).toEqual(choice)
  for (const query of [
    'gameType=sumo&view=short&input=touch',
    'input=touch',
    'gameType=sumo&input=mouse',
    'gameType=sumo&by=rating&season=3&input=touch',
  ])
    expect(of(query).input).toBeNull()
})

test.each([
  'gameType=chess',
  'period=year',
  'page=0',
  'page=-1',
  'page=1e9',
  'page=999999999',
  'search=ab',
  // Points have no seasons and no ladders.
  'season=3',
  'ladder=team',
])('what makes no sense in an address is ignored: %s', (query) => expect(of(query)).toEqual(firstChoice))

test('[board.08] Up to 2 characters search for nothing; spaces around them and halves of characters do not count', () => {
  expect(['', 'a', 'ab', '  ab  ', '😀😀'].map(searchOf)).toEqual(['', '', '', '', ''])
  expect([' abc ', '😀😀😀'].map(searchOf)).toEqual(['abc', '😀😀😀'])
  expect(searchOf('x'.repeat(70))).toHaveLength(64)
})

test('a position is on the page of its five, or of its 25', () => {
  expect([1, 5, 6, 10, 11].map((position) => pageOf(position, { view: 'short' }))).toEqual([1, 1, 2, 2, 3])
  expect([1, 25, 26].map((position) => pageOf(position, { view: 'full' }))).toEqual([1, 1, 2])
})

test('[ranked.50] With more or fewer rows the first row of the page stays in sight', () => {
  const short = { ...firstChoice, view: 'short' } as const
  expect(otherView({ ...short, page: 7 })).toEqual({ ...firstChoice, page: 2 })
  expect(otherView({ ...firstChoice, page: 2 })).toEqual({ ...short, page: 6 })
})

test('[evening.24] A board names the address of its overlay', () => {
  const of = (gameType: string, by: 'points' | 'rating') => shownBoard({ gameType, by })
  expect(of('overall', 'points')).toBe('board/overall')
  expect(of('sumo', 'points')).toBe('board/sumo?by=points')
  expect(of('sumo', 'rating')).toBe('board/sumo')
})
