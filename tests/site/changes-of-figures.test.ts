import { expect, test } from 'vitest'
import type { AnyEndpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'

/**
 * What staff do to the figures of many, and how another person can set it right. A call of these tables that is not here
 * fails: give it a way back within 24 hours, or a second person.
 */
const waysBack: Readonly<Record<string, string>> = {
  'modes.create': 'modes.update',
  'modes.update': 'modes.update',
  'modes.merge': 'modes.undoMerge',
  'modes.undoMerge': 'modes.merge',
  'seasons.create': 'seasons.remove',
  'seasons.update': 'seasons.undoEnd',
  'seasons.end': 'seasons.undoEnd',
  'seasons.undoEnd': 'seasons.end',
  'seasons.remove': 'seasons.create',
  'rulings.create': 'rulings.create',
  'rulings.confirm': 'rulings.create',
  'rulings.refuse': 'rulings.create',
  'cups.renameTeam': 'cups.renameTeam',
  'cups.reorder': 'cups.reorder',
  // Each ruling has one that takes it back, the cancellation too: see `cupRulings`.
  'cups.rule': 'cups.rule',
  'cups.put': 'cups.put',
  'cups.remove': 'cups.put',
}

/** They store nothing. */
const withoutEffect = ['rulings.preview']

test('[powers.95] Every change of staff to the figures of many (modes, seasons, rulings, cups) has a way back, whose door is no higher', () => {
  const { modes, seasons, rulings, cups } = endpoints
  const changes: ReadonlyMap<string, AnyEndpoint> = new Map(
    Object.entries({ modes, seasons, rulings, cups }).flatMap(([feature, table]) =>
      Object.entries(table)
        .filter(([, { method, access }]) => method !== 'GET' && access !== 'member')
        .map(([name, endpoint]: [string, AnyEndpoint]) => [`${feature}.${name}`, endpoint] as const),
    ),
  )
  expect([...Object.keys(waysBack), ...withoutEffect].sort()).toEqual([...changes.keys()].sort())
  for (const [change, back] of Object.entries(waysBack))
    expect([changes.get(change)?.access, 'staff'], change).toContain(changes.get(back)?.access)
})
