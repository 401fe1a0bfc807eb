import type { Executor } from '../../platform/database/database.ts'
import { type CupAsItStands, cupOf } from './engine/cup-of.ts'
import type { StoredCup } from './queries/cups.ts'
import { readFacts, type StoredFacts } from './queries/facts.ts'
import { readCupMatches } from './queries/matches.ts'

/** A cup at one moment, with all it is computed from. */
export interface CupAtMoment {
  readonly cup: StoredCup
  readonly stored: StoredFacts
  readonly standing: CupAsItStands
}

/** Computes a cup from what is stored. */
export async function readCup(executor: Executor, cup: StoredCup): Promise<CupAtMoment> {
  const stored = await readFacts(executor, cup.id)
  const started = stored.facts.find(({ kind }) => kind === 'started')
  const identities = stored.facts.flatMap((fact) => (fact.kind === 'checked_in' ? fact.identities : []))
  // A cup counts from its start on, even where the worker came later.
  const from = started && Math.min(started.at, cup.startAt ?? started.at)
  const matches = from === undefined ? [] : await readCupMatches(executor, [...new Set(identities)], from)
  return { cup, stored, standing: cupOf(cup, stored.facts, matches) }
}
