import { expect, test } from 'vitest'
import { positionChanges } from './position-changes.ts'
import { FakeBoards } from './testing/fake-board.ts'

/** Player 3 wins two places; player 8 comes to the page from below, player 5 leaves it. */
function changes(top: boolean) {
  const boards = new FakeBoards(8)
  const before = boards.rows.sumo.slice(0, 5)
  boards.move('sumo', 3, 1)
  boards.move('sumo', 8, 5)
  return Object.fromEntries(positionChanges(before, boards.rows.sumo.slice(0, 5), top))
}

test('places won and lost, nothing of who stayed, and who came to the top from below', () => {
  expect(changes(true)).toEqual({ 1: -1, 2: -1, 3: 2, 8: 'entered' })
})

test('who comes to a page further down may come from anywhere', () => {
  expect(changes(false)).toEqual({ 1: -1, 2: -1, 3: 2 })
})
