import { afterEach, expect, test } from 'vitest'
import { applyRanks, listRanks } from '../accounts/ranks.ts'
import { canChangeSetting, canReadSetting, ownersScopes, settingScopes } from './settings.ts'

afterEach(() => applyRanks())

test('[settings.01] Who may see and change a setting follows from the power of a rank, also of one that the site made itself', () => {
  applyRanks([
    ...listRanks(),
    { key: 'Director', name: 'Director', power: 'manager' },
    { key: 'Editor', name: 'Editor', power: 'admin' },
  ])
  const may = (rank: string, more = {}) => {
    const viewer = { id: 1, rank, ...more }
    return [
      settingScopes.filter((scope) => canReadSetting(viewer, scope)).length,
      settingScopes.filter((scope) => canChangeSetting(viewer, scope)).length,
    ]
  }
  const all = settingScopes.length
  const others = all - ownersScopes.length
  expect(may('Owner')).toEqual([all, all])
  expect(may('Director')).toEqual(may('Manager'))
  expect(may('Manager')).toEqual([all, others])
  expect(may('Editor')).toEqual(may('Admin'))
  expect(may('Admin')).toEqual([others, others])
  for (const rank of ['Product Staff', 'Member', 'Unknown']) expect(may(rank)).toEqual([0, 0])
  expect(may('Owner', { rankWithheldBy: 'restriction' })).toEqual([0, 0])
})
