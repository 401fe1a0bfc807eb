import { checkInTimes } from '../../../../contract/cups/cups.ts'
import type { Cup } from './cup.ts'
import type { Entrant, FactIndex } from './facts.ts'

export interface Seated {
  readonly entrant: Entrant
  readonly registeredAt: number
  /** When the identities were checked in. */
  readonly checkedInAt: number
  readonly identities: readonly number[]
}

export interface Seating {
  /** By time of registration. */
  readonly seated: readonly Seated[]
  /** Move up when somebody leaves before the start. */
  readonly waiting: readonly Seated[]
}

/** Who takes part: who registered, checked in and did not leave, by time of registration. */
export function seatingOf(cup: Cup, facts: FactIndex): Seating {
  const registered = registrations(cup, facts)
  const present = new Map<Entrant, Seated>()
  for (const { entrant, identities, at } of checkIns(cup, facts)) {
    const registeredAt = registered.get(entrant)
    if (registeredAt === undefined || identities.length === 0) present.delete(entrant)
    else {
      // In an arena the first check-in says from when on matches count.
      const checkedInAt = present.get(entrant)?.checkedInAt ?? at
      present.set(entrant, { entrant, registeredAt, checkedInAt, identities })
    }
  }
  const inOrder = [...present.values()].sort(
    (one, other) => one.registeredAt - other.registeredAt || one.entrant - other.entrant,
  )
  return { seated: inOrder.slice(0, cup.seats), waiting: inOrder.slice(cup.seats) }
}

function checkIns(cup: Cup, facts: FactIndex) {
  const all = facts.all('checked_in')
  if (cup.format === 'arena' || cup.startAt === null) return all
  const { closesAt } = checkInTimes(cup.startAt, cup.madeAt)
  return all.filter(({ at }) => at <= closesAt)
}

/** When each registered; without those who left or were dropped before the start. */
function registrations(cup: Cup, facts: FactIndex): Map<Entrant, number> {
  const startedAt = facts.first('started')?.at ?? Infinity
  const joinsUntil = cup.format === 'arena' ? Infinity : startedAt
  const changes = [
    ...facts.all('registered').filter(({ at }) => at <= joinsUntil),
    ...[...facts.all('left'), ...facts.all('dropped')].filter(({ at }) => at <= startedAt),
  ].sort((one, other) => one.at - other.at || (one.key < other.key ? -1 : 1))
  const registered = new Map<Entrant, number>()
  for (const { kind, entrant, at } of changes) {
    if (kind !== 'registered') registered.delete(entrant)
    else if (!registered.has(entrant)) registered.set(entrant, at)
  }
  return registered
}

/** Seeds before the start: as reordered by staff, then those who moved up, by their strength. */
export function seedsOf(
  { seated }: Seating,
  facts: FactIndex,
  /** Strongest first. */
  byStrength: readonly Entrant[],
): Entrant[] {
  const present = new Set(seated.map(({ entrant }) => entrant))
  const ordered = facts.all('reordered').at(-1)?.seeds ?? []
  return [...new Set([...ordered, ...byStrength, ...present])].filter((entrant) => present.has(entrant))
}
