import { afterEach, describe, expect, test } from 'vitest'
import { areas, type RequiredArea } from './areas.ts'
import { canIssueRecovery, canSetRank } from './members.ts'
import {
  applyRanks,
  findRank,
  hasPower,
  holds,
  isStaffRank,
  keysOfRanks,
  type ListedRank,
  listRanks,
  outranks,
  type Power,
  packRanks,
  powers,
  type Rank,
  rankCalled,
  rankHolds,
  rankLabel,
  shippedRanks,
  shownRank,
  unpackRanks,
} from './ranks.ts'

afterEach(() => applyRanks())

const own: readonly ListedRank[] = [
  ...listRanks().slice(0, 4),
  { key: 'Legend', name: 'Legend', power: 'member', colour: '#ff66aa', aliases: ['Mythic'] },
  ...listRanks().slice(4, 7),
  { key: 'Builder', name: 'Senior Builder', power: 'product', colour: '#aaff66', isHidden: true },
  ...listRanks().slice(7),
]

test('[settings.30] Permissions compare power: a rank of the site may what a shipped one of its power may', () => {
  applyRanks(own)
  expect(powers.map((power) => hasPower('Builder', power))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ])
  expect(shippedRanks.filter((rank) => outranks('Builder', rank))).toEqual(
    shippedRanks.filter((rank) => outranks('Product Staff', rank)),
  )
  expect([outranks('Builder', 'Product Staff'), outranks('Product Staff', 'Builder')]).toEqual([false, false])
  expect([outranks('Diamond', 'Gold'), outranks('Legend', 'Member'), isStaffRank('Legend')]).toEqual([
    false,
    false,
    false,
  ])
  expect(canSetRank({ id: 1, rank: 'Admin' }, { rank: 'Legend' }, 'Builder')).toBe(true)
  expect(canSetRank({ id: 1, rank: 'Builder' }, { rank: 'Member' }, 'Legend')).toBe(false)
})

test('[settings.31] A rank that is unknown here may do nothing, and nobody but an Owner acts on who has it', () => {
  expect(shippedRanks.some((rank) => outranks(rank, 'Builder') || outranks('Builder', rank))).toBe(false)
  expect(isStaffRank('Builder')).toBe(false)
  expect(canSetRank({ id: 1, rank: 'Manager' }, { rank: 'Builder' }, 'Member')).toBe(false)
  expect(canSetRank({ id: 1, rank: 'Manager' }, { rank: 'Member' }, 'Builder')).toBe(false)
})

test('An alias means its rank, also in conditions of queries', () => {
  applyRanks(own)
  expect([findRank('Mythic')?.key, findRank('mod')?.key, findRank('Gone')]).toEqual([
    'Legend',
    'Moderator',
    undefined,
  ])
  expect(keysOfRanks((rank) => !isStaffRank(rank))).toEqual([
    'Member',
    'Gold',
    'Emerald',
    'Diamond',
    'Legend',
    'Mythic',
  ])
  expect(keysOfRanks(isStaffRank)).toContain('mod')
})

test('[settings.32] Ranks travel with pages only where they differ from the shipped ones, 40 of them in 1 kB', async () => {
  const { gzipSync } = await import('node:zlib')
  const owner = { id: 1, rank: 'Owner' }
  expect(packRanks(owner)).toBeUndefined()
  expect(unpackRanks(undefined)).toBeUndefined()
  applyRanks(own)
  const packed = packRanks(owner)
  expect(JSON.stringify(packed).length).toBeLessThan(400)
  expect(unpackRanks(JSON.parse(JSON.stringify(packed)))).toEqual(own)
  const many = Array.from({ length: 30 }, (_, at): ListedRank => {
    const colour = `#${(0xffffff - at * 7919).toString(16)}`
    return { key: `Champion of ${at}`, name: `Champion of ${at}`, power: 'member', colour }
  })
  applyRanks([...own.slice(0, 4), ...many, ...own.slice(5, 8), ...own.slice(9)])
  expect(gzipSync(JSON.stringify(packRanks(owner))).length).toBeLessThan(1_000)
})

test('A name that the site chose is shown everywhere; a rank that is not shown looks like none', () => {
  applyRanks(own.map((rank) => (rank.key === 'Gold' ? { ...rank, name: 'Sunny' } : rank)))
  const naming = { shortName: 'Ember', rankNames: { Gold: 'Sun', Emerald: 'Leaf' } }
  expect(
    ['Gold', 'Emerald', 'Product Staff', 'Builder', 'Mythic', 'Gone'].map((rank) => rankLabel(rank, naming)),
  ).toEqual(['Sunny', 'Leaf', 'Ember Staff', 'Senior Builder', 'Legend', 'Gone'])
  expect([shownRank('Builder').key, shownRank(null).key, shownRank('Gone').key]).toEqual([
    'Member',
    'Member',
    'Gone',
  ])
})

test('A rank is found as a game server writes it: by key, name or alias, in any case, with space around it', () => {
  applyRanks(own)
  for (const rank of own)
    for (const word of [rank.key, rank.name, ...(rank.aliases ?? [])])
      expect(rankCalled(` ${word.toUpperCase()} `)?.key, word).toBe(rank.key)
  expect(['', 'Gone', 'Stryker was here'].map((word) => rankCalled(word))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

describe('areas', () => {
  const withAreas: readonly ListedRank[] = [
    ...listRanks(),
    { key: 'Writer', name: 'Writer', power: 'admin', areas: ['news'] },
    { key: 'Caller', name: 'Caller', power: 'admin', areas: ['members', 'news'] },
    { key: 'Judge', name: 'Judge', power: 'moderator', areas: ['appeals'] },
    { key: 'Host', name: 'Host', power: 'helper', areas: ['events', 'news'] },
  ]

  test('[owner.60] A shipped rank holds every area of its power; a rank with areas holds its power there, and nowhere else', () => {
    applyRanks(withAreas)
    for (const power of powers)
      for (const rank of shippedRanks)
        for (const area of [...areas, 'any', 'all'] as const)
          expect(rankHolds(rank, power, area)).toBe(hasPower(rank, power))
    const held = (rank: Rank, power: Power) =>
      [...areas, 'any', 'all'].filter((area) => rankHolds(rank, power, area as RequiredArea))
    expect(held('Writer', 'admin')).toEqual(['news', 'any'])
    expect(held('Writer', 'helper')).toEqual(['news', 'any'])
    expect(held('Writer', 'manager')).toEqual([])
    expect(held('Judge', 'moderator')).toEqual(['appeals', 'any'])
    expect(held('Judge', 'product')).toEqual([])
    expect(held('Gone', 'member')).toEqual([])
    expect(holds({ rank: 'Writer' }, 'admin', 'news')).toBe(true)
    expect(holds({ rank: 'Writer', rankWithheldBy: 'second-factor' }, 'admin', 'news')).toBe(false)
    expect(holds(null, 'helper', 'any')).toBe(false)
  })

  test('[owner.61] Nobody gives or takes a rank, or recovers an account, with power in an area that they lack', () => {
    applyRanks(withAreas)
    const caller = { id: 1, rank: 'Caller' }
    const may = (target: Rank, rank: Rank) => canSetRank(caller, { rank: target }, rank)
    expect(withAreas.filter(({ key }) => may('Member', key)).map(({ key }) => key)).toEqual(
      shippedRanks.slice(0, 4),
    )
    expect([may('Helper', 'Member'), may('Host', 'Member'), may('Gold', 'Diamond')]).toEqual([
      false,
      false,
      true,
    ])
    expect(canSetRank({ id: 1, rank: 'Writer' }, { rank: 'Member' }, 'Gold')).toBe(false)
    expect(canSetRank({ id: 1, rank: 'Admin' }, { rank: 'Host' }, 'Judge')).toBe(true)
    const recovers = ['Member', 'Helper', 'Host'].map((rank) => canIssueRecovery(caller, { rank }))
    expect(recovers).toEqual([true, false, false])
    applyRanks([...withAreas, { key: 'Reader', name: 'Reader', power: 'helper', areas: ['news'] }])
    expect([may('Member', 'Reader'), may('Reader', 'Gold')]).toEqual([true, true])
    expect(canIssueRecovery(caller, { rank: 'Reader' })).toBe(true)
  })

  test('[owner.71] Areas of ranks travel with pages of staff only', () => {
    applyRanks(withAreas)
    const of = (rank: Rank | null) => unpackRanks(packRanks(rank === null ? null : { id: 1, rank }))
    expect(of('Writer')).toEqual(withAreas)
    for (const rank of [null, 'Member', 'Gold'])
      expect(of(rank)).toEqual(withAreas.map(({ areas: _, ...rest }) => rest))
  })
})

test('[powers.75] A rank that is named as what every object inherits is called by its name', () => {
  const names = ['constructor', 'toString', 'valueOf', '__proto__']
  applyRanks([...own, ...names.map((key): ListedRank => ({ key, name: key, power: 'member' }))])
  const naming = { shortName: 'Ember', rankNames: { Gold: 'Sun' } }
  expect(names.map((rank) => rankLabel(rank, naming))).toEqual(names)
})
