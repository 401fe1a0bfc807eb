import { expect, test } from 'vitest'
import { reportGameModeChoices, reportGameModes } from './reports.ts'

test('[game.28] The bug report offers its nine game modes, and other listed modes after them', () => {
  const six = ['nodebuff', 'boxing', 'bedfight', 'bridge', 'fireball', 'sumo']
  expect(reportGameModeChoices({ boards: {}, modes: six })).toEqual(reportGameModes)
  const more = reportGameModeChoices({ boards: { gap: 'Gapple' }, modes: ['gap', ...six] })
  expect(more).toEqual([...reportGameModes, ['Gapple', 'gap']])
})
