import { checkInTimes } from '../../../../contract/cups/cups.ts'
import { formatOf } from '../../../../contract/cups/formats.ts'
import type { Cup } from './cup.ts'
import { byTime, type Entrant, type FactIndex, type FactOf, type Player } from './facts.ts'

interface SeatedPlayer {
  readonly player: Player
  readonly identities: readonly number[]
}

export interface Seated {
  readonly entrant: Entrant
  readonly registeredAt: number
  /** When the identities were checked in; of a team, since when it takes part. */
  readonly checkedInAt: number
  readonly identities: readonly number[]
  /** Of a team: whose identities they are. */
  readonly players?: readonly SeatedPlayer[]
}

export interface Seating {
  /** By time of registration. */
  readonly seated: readonly Seated[]
  /** Move up when somebody leaves before the start. */
  readonly waiting: readonly Seated[]
}

/**
 * The players who registered, checked in and did not leave, by time of registration. A player who checks in while the
 * cup runs comes last, so that nobody loses a seat.
 */
export function seatingOf(cup: Cup, facts: FactIndex): Seating {
  const present = cup.size === 1 ? players(cup, facts) : teams(cup, facts)
  const startedAt = facts.first('started')?.at ?? Infinity
  const seatedAt = ({ registeredAt, checkedInAt }: Seated) =>
    checkedInAt > startedAt ? checkedInAt : registeredAt
  const inOrder = present.sort((one, other) => seatedAt(one) - seatedAt(other) || one.entrant - other.entrant)
  return { seated: inOrder.slice(0, cup.seats), waiting: inOrder.slice(cup.seats) }
}

function players(cup: Cup, facts: FactIndex): Seated[] {
  const registered = registrations(cup, facts)
  const present = new Map<Entrant, Seated>()
  const leftAt = new Map(facts.all('left').map(({ entrant, at }) => [entrant, at]))
  const seeds = facts.first('started')?.seeds
  for (const { entrant, identities, at } of checkIns(cup, facts)) {
    // A player who left and came back has to check in again. Players of a bracket that has begun stay in it.
    if (formatOf(cup).hasCheckIn && at <= (leftAt.get(entrant) ?? 0) && !seeds?.includes(entrant)) continue
    const registeredAt = registered.get(entrant)
    if (registeredAt === undefined || identities.length === 0) present.delete(entrant)
    else {
      // In an arena the first check-in says from when on matches count.
      const checkedInAt = present.get(entrant)?.checkedInAt ?? at
      present.set(entrant, { entrant, registeredAt, checkedInAt, identities })
    }
  }
  return [...present.values()]
}

/** A team that was made and has not begun to play. */
export interface Roster {
  madeAt: number
  /** Since when it has enough players, each of them checked in; undefined while it has not. */
  completeSince: number | undefined
  /** Who is in it; with identities: who checked in. */
  readonly players: Map<Player, { readonly at: number; readonly identities: readonly number[] } | undefined>
}

/** Teams with who is in them, until the start. In a running arena those that are not complete may still change. */
export function rostersOf(cup: Cup, facts: FactIndex): ReadonlyMap<Entrant, Roster> {
  const startedAt = facts.first('started')?.at ?? Infinity
  const rosters = new Map<Entrant, Roster>()
  const rosterOf = (entrant: Entrant) => {
    const roster = rosters.get(entrant) ?? {
      madeAt: Infinity,
      completeSince: undefined,
      players: new Map(),
    }
    rosters.set(entrant, roster)
    return roster
  }
  const changes = (
    [...facts.all('team'), ...facts.all('joined'), ...facts.all('left'), ...checkIns(cup, facts)] as const
  )
    .filter(({ at }) => at <= entersUntil(cup, startedAt))
    .toSorted(byTime)
  for (const fact of changes) {
    const roster = rosterOf(fact.entrant)
    if (fact.at > startedAt && roster.completeSince !== undefined) continue
    change(roster, fact)
    roster.completeSince = isComplete(roster, cup.size) ? (roster.completeSince ?? fact.at) : undefined
  }
  return rosters
}

const isComplete = ({ players }: Roster, size: number) =>
  players.size >= size && ![...players.values()].includes(undefined)

function change(roster: Roster, fact: FactOf<'team' | 'joined' | 'left' | 'checked_in'>): void {
  if (fact.kind === 'team') {
    roster.madeAt = fact.at
    return
  }
  const { player } = fact
  if (player === undefined) return
  if (fact.kind === 'left') roster.players.delete(player)
  else if (fact.kind === 'joined') roster.players.set(player, roster.players.get(player))
  else if (roster.players.has(player))
    roster.players.set(
      player,
      fact.identities.length > 0 ? { at: fact.at, identities: fact.identities } : undefined,
    )
}

/** A team takes part once it has enough players and each of them checked in. */
function teams(cup: Cup, facts: FactIndex): Seated[] {
  return [...rostersOf(cup, facts)].flatMap(([entrant, { madeAt, completeSince, players }]): Seated[] => {
    if (completeSince === undefined) return []
    const present = [...players].flatMap(([player, checkIn]) =>
      checkIn === undefined ? [] : [{ player, ...checkIn }],
    )
    return [
      {
        entrant,
        registeredAt: madeAt,
        checkedInAt: completeSince,
        identities: present.flatMap(({ identities }) => identities),
        players: present.map(({ player, identities }) => ({ player, identities })),
      },
    ]
  })
}

/** Those of the check-in: what came before is of a time when the cup had another format. */
function checkIns(cup: Cup, facts: FactIndex) {
  const all = facts.all('checked_in')
  const times = checkInTimes(cup)
  return times === null ? all : all.filter(({ at }) => at >= times.opensAt && at <= times.closesAt)
}

/** Until when players enter a cup that starts then. */
const entersUntil = (cup: Cup, startedAt: number) => (formatOf(cup).hasCheckIn ? startedAt : Infinity)

/** When each registered; without those who left or were dropped before the start. */
function registrations(cup: Cup, facts: FactIndex): Map<Entrant, number> {
  const startedAt = facts.first('started')?.at ?? Infinity
  const changes = [
    ...facts.all('registered').filter(({ at }) => at <= entersUntil(cup, startedAt)),
    ...[...facts.all('left'), ...facts.all('dropped')].filter(
      ({ at, player }) => at <= startedAt && player === undefined,
    ),
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
