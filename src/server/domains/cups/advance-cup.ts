import { checkInTimes, cupPhase } from '../../../contract/cups/cups.ts'
import { formatOf } from '../../../contract/cups/formats.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import { announceCheckIn, announceStanding } from './announce-cup.ts'
import { publishCup } from './cup-feed.ts'
import type { CupAsItStands } from './engine/cup-of.ts'
import type { Due, Fact } from './engine/facts.ts'
import { FactIndex } from './engine/facts.ts'
import { type Seated, seedsOf } from './engine/seating.ts'
import { notifyOfCheckIn, notifyOfFacts, notifyOfLeaving, notifyOfSeats } from './notify-of-cup.ts'
import { endEvent, lockCup } from './queries/cups.ts'
import { appendFacts, checkInLinked, type NewFact } from './queries/facts.ts'
import { findBans, listByStrength } from './queries/people.ts'
import { findPresent, readSilence } from './queries/silence.ts'
import { removePlayers } from './queries/teams.ts'
import {
  type EntrantRow,
  findView,
  findWaiting,
  insertPlaces,
  type StoredView,
  writeCupMatches,
  writeView,
} from './queries/views.ts'
import { type CupAtMoment, readCup } from './read-cup.ts'
import { shownRounds } from './shown-rounds.ts'

/** Game servers that were silent for so long pause a bracket, and resume it once they were heard for so long. */
export const silenceMs = 60_000
const heardMs = 30_000

/** Where browsers and Discord hear of a cup that changed; null where no site runs. */
type Told = Pick<Context, 'config' | 'live'> | null

/**
 * Appends what time has brought to a cup, and stores how it stands, in one transaction. If another process holds the lock
 * of this cup, it returns at once.
 */
export async function advanceCup(told: Told, transaction: Executor, id: number): Promise<void> {
  const cup = await lockCup(transaction, id, { skipLocked: true })
  if (cup === undefined) return
  const view = await findView(transaction, id)
  if (!formatOf(cup).hasCheckIn) await checkInLinked(transaction, cup)
  let moment = await readCup(transaction, cup)
  moment = await appendDrops(transaction, moment)
  const heard = await appendPauses(transaction, moment, view)
  moment = heard.moment
  if (cupPhase({ ...cup, state: moment.standing.state }, cup.now) === 'check_in') {
    await notifyOfCheckIn(transaction, moment)
    if (told !== null) await announceCheckIn(told.config, transaction, moment)
  }
  // A cup that was away for an evening catches up round by round; each step decides something.
  for (let step = 0; step < 1_000; step += 1) {
    const due = moment.standing.due.filter(({ at }) => at <= cup.now)
    if (due.length === 0) break
    const facts = await Promise.all(due.map((one) => factOfDue(transaction, moment, one)))
    await appendFacts(transaction, id, facts)
    await notifyOfFacts(transaction, moment, facts)
    moment = await readCup(transaction, cup)
  }
  await storeView(told, transaction, moment, heard)
}

/** Computes a cup again and stores how it stands, without anything that time brought since. */
export async function recomputeCup(told: Told, transaction: Executor, id: number): Promise<void> {
  const cup = await lockCup(transaction, id)
  if (cup !== undefined) await storeView(told, transaction, await readCup(transaction, cup), null)
}

/**
 * Stores how a bracket stands that a member changed in this transaction, so that nothing that is read from now on is older
 * than the change. An arena of thousands is left to the worker.
 */
export async function settleCup(
  told: Pick<Context, 'config' | 'live'>,
  transaction: Executor,
  id: number,
): Promise<void> {
  const cup = await lockCup(transaction, id)
  if (cup !== undefined && !formatOf(cup).hasTable)
    await storeView(told, transaction, await readCup(transaction, cup), null)
}

/** Completes what is due with what the engine cannot know: seeds, and who is there. */
async function factOfDue(transaction: Executor, moment: CupAtMoment, due: Due): Promise<NewFact> {
  const { cup, stored, standing } = moment
  const at = cup.now
  if (due.kind === 'started') {
    const byStrength = await listByStrength(transaction, cup, standing.seated)
    const seeds = seedsOf(
      standing,
      new FactIndex(stored.facts),
      byStrength.map(({ entrant }) => entrant),
    )
    return { key: 'started', kind: 'started', at, data: { seeds: formatOf(cup).hasTable ? [] : seeds } }
  }
  if (due.kind === 'cut') {
    const { seeds, endAt } = due
    return { key: 'cut', kind: 'cut', at, data: { seeds, endAt } }
  }
  if (due.kind === 'called') {
    const { node, n, a, b } = due
    return { key: `called:${node}:${n}`, kind: 'called', at, data: { node, n, a, b } }
  }
  if (due.kind === 'absent') {
    const { node, n } = due
    const entrants = await findAbsent(transaction, moment, due)
    return { key: `absent:${node}:${n}`, kind: 'absent', at, data: { node, n, entrants } }
  }
  if (due.kind === 'timed_out') {
    const { node, n } = due
    return { key: `timed_out:${node}:${n}`, kind: 'timed_out', at, data: { node, n } }
  }
  return { key: due.kind, kind: due.kind, at }
}

/** Sides of a call who neither said that they are ready, nor are on a game server, nor play; or have no seat. */
async function findAbsent(
  transaction: Executor,
  { stored, standing }: CupAtMoment,
  { node, n, a, b }: Extract<Due, { kind: 'absent' }>,
): Promise<number[]> {
  const facts = new FactIndex(stored.facts)
  const call = facts.of('called', node).find((one) => one.n === n)
  const ready = new Set(
    facts
      .of('ready', node)
      .filter((one) => one.n === n)
      .map(({ entrant }) => entrant),
  )
  const sides = [a, b].map((entrant) => ({
    entrant,
    identities:
      standing.seated
        .find((one) => one.entrant === entrant)
        ?.identities.filter((identity) => !standing.playersOut.includes(identity)) ?? [],
  }))
  const identities = sides.flatMap((side) => side.identities)
  const present = await findPresent(transaction, identities, call?.at ?? 0)
  return sides
    .filter((side) => !ready.has(side.entrant) && !side.identities.some((identity) => present.has(identity)))
    .map(({ entrant }) => entrant)
}

/**
 * A ban in force takes an entrant out, once for each registration: who registers again is out again, whom staff restore
 * is in. Of a team it takes out its player, who before the start leaves it.
 */
async function appendDrops(transaction: Executor, moment: CupAtMoment): Promise<CupAtMoment> {
  const { cup, stored, standing } = moment
  if (standing.state === 'final' || standing.state === 'cancelled') return moment
  const subjectOf = new Map<number, { readonly entrant: number; readonly player?: number }>()
  for (const { entrant, identities, players } of [...standing.seated, ...standing.waiting]) {
    for (const identity of identities) subjectOf.set(identity, { entrant })
    for (const { player, identities: own } of players ?? [])
      for (const identity of own) subjectOf.set(identity, { entrant, player })
  }
  const bans = await findBans(transaction, [...subjectOf.keys()])
  if (cup.size > 1 && standing.state === 'open') {
    const banned = bans.flatMap(({ identityId }) => subjectOf.get(identityId)?.player ?? [])
    if (banned.length === 0) return moment
    for (const player of banned) await notifyOfLeaving(transaction, player, cup.id)
    await removePlayers(transaction, cup.id, banned)
    return readCup(transaction, cup)
  }
  const appended = await appendFacts(
    transaction,
    cup.id,
    bans.map(({ punishmentId, identityId }) => {
      const subject = subjectOf.get(identityId)!
      const registrations = stored.facts.filter(
        (fact) => cup.size === 1 && fact.kind === 'registered' && fact.entrant === subject.entrant,
      ).length
      return {
        key: `dropped:${punishmentId}${registrations > 1 ? `:${registrations}` : ''}`,
        kind: 'dropped',
        at: cup.now,
        data: { ...subject, why: 'banned' },
      }
    }),
  )
  return appended.size > 0 ? readCup(transaction, cup) : moment
}

/**
 * Pauses a bracket while no game server is heard, or since a site that was away last looked at it, and resumes it once they
 * have been heard for a while.
 */
async function appendPauses(
  transaction: Executor,
  moment: CupAtMoment,
  view: StoredView | undefined,
): Promise<{ moment: CupAtMoment; heardSince: number | null }> {
  const { cup, stored, standing } = moment
  const isUnderWay = standing.state === 'running' || standing.state === 'paused'
  const hasBracket = standing.rounds.length > 0
  const silence = hasBracket && isUnderWay ? await readSilence(transaction) : null
  if (silence === null || view === undefined) return { moment, heardSince: null }
  const count = (kind: Fact['kind']) => stored.facts.filter((fact) => fact.kind === kind).length
  const pauses = count('paused')
  const isPaused = pauses > count('resumed')
  const wasAway = view.state === 'running' && cup.now - view.lookedAt > silenceMs
  const heardSince = silence > silenceMs / 2 ? null : wasAway ? cup.now : (view.heardSince ?? cup.now)
  let fact: NewFact | undefined
  if (!isPaused && (silence > silenceMs || wasAway)) {
    const at = wasAway ? Math.round(view.lookedAt) : cup.now
    fact = { key: `paused:${pauses + 1}`, kind: 'paused', at }
  } else if (isPaused && heardSince !== null && cup.now - heardSince >= heardMs)
    fact = { key: `resumed:${pauses}`, kind: 'resumed', at: cup.now }
  if (fact === undefined) return { moment, heardSince }
  await appendFacts(transaction, cup.id, [fact])
  return { moment: await readCup(transaction, cup), heardSince }
}

/** Stores how a cup stands, and tells browsers of what is new; at its end also its places, and what its event becomes. */
async function storeView(
  told: Told,
  transaction: Executor,
  moment: CupAtMoment,
  /** What the worker that looked at the cup heard of game servers; null: a change is stored, time is not looked at. */
  look: { readonly heardSince: number | null } | null,
): Promise<void> {
  const { cup, stored, standing } = moment
  const { state, rounds } = standing
  const shown = shownRounds(rounds)
  if (state === 'open' || state === 'running') {
    const waited = await findWaiting(transaction, cup.id)
    await notifyOfSeats(transaction, moment, waited)
  }
  await writeCupMatches(transaction, cup.id, standing.countedInBracket, standing.countedInTable)
  const version = await writeView(transaction, cup.id, {
    state,
    rounds: shown,
    dueAt: nextDueAt(moment),
    lastFactId: stored.lastId,
    showsFacts: cup.size > 1 && state === 'open',
    eventVersion: cup.eventVersion,
    look,
    entrants: entrantRows(standing),
  })
  if (told !== null && version !== undefined) {
    await publishCup(told, transaction, { eventId: cup.id, version })
    await announceStanding(told.config, transaction, moment)
  }
  if (state === 'final') {
    await insertPlaces(transaction, cup.id)
    const closed = stored.facts.find(({ kind }) => kind === 'closed')
    if (rounds.length > 0 && closed) await endEvent(transaction, cup.id, new Date(closed.at))
  } else if (state === 'cancelled' && !stored.facts.some(({ kind }) => kind === 'started'))
    await endEvent(transaction, cup.id, 'unknown')
}

/** When time brings something: a fact, or the check-in, of which members are notified. Null: never. */
function nextDueAt({ cup, standing: { state, due } }: CupAtMoment): number | null {
  const opensAt = state === 'open' ? checkInTimes(cup)?.opensAt : undefined
  const at = Math.min(due[0]?.at ?? Infinity, opensAt !== undefined && opensAt > cup.now ? opensAt : Infinity)
  return at === Infinity ? null : at
}

function entrantRows({ seated, waiting, seeds, places, standings, ...outs }: CupAsItStands): EntrantRow[] {
  const [playersOut, out] = [new Set(outs.playersOut), new Set(outs.out)]
  const seedOf = new Map(seeds.map((entrant, seed) => [entrant, seed]))
  const placeOf = new Map(places.map(({ entrant, place }) => [entrant, place]))
  const standingOf = new Map(standings.map((standing) => [standing.entrant, standing]))
  const rowOf = ({ entrant, identities }: Seated, position: number, isWaiting: boolean): EntrantRow => {
    const {
      place: tablePlace = null,
      points = null,
      wins = null,
      draws = null,
      losses = null,
    } = standingOf.get(entrant) ?? {}
    return {
      entrant,
      identityIds: identities,
      outIds: identities.filter((identity) => playersOut.has(identity)),
      isOut: out.has(entrant),
      seed: seedOf.get(entrant) ?? null,
      isWaiting,
      position,
      place: placeOf.get(entrant) ?? null,
      tablePlace,
      points,
      wins,
      draws,
      losses,
    }
  }
  return [
    ...seated.map((one, index) => rowOf(one, index, false)),
    ...waiting.map((one, index) => rowOf(one, seated.length + index, true)),
  ]
}
