import { expect, test } from 'vitest'
import { boardLabel } from './modes.ts'

test('[powers.80] A mode whose key every object inherits is called by its own name, or by its key', () => {
  const boards = { sumo: 'Sumo' }
  expect(['sumo', 'constructor', '__proto__'].map((gameType) => boardLabel(boards, { gameType }))).toEqual([
    'Sumo',
    'constructor',
    '__proto__',
  ])
  expect(boardLabel(boards, { gameType: 'constructor', modeName: 'Builders' })).toBe('Builders')
})
