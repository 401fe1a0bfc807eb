import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import type { Executor } from '../../../platform/database.ts'
import { contentHash } from './content-hash.ts'
import { type EventOf, type LedgerEvent, rejection } from './events.ts'
import { type IdentityRef, identityKey, identityOf } from './identity.ts'
import { unlinkAccount } from './linking.ts'
import { project } from './projection.ts'
import { findAnonymizedIdentities } from './queries/anonymization.ts'
import type { BoardIds } from './queries/boards.ts'
import { storeCodes } from './queries/codes.ts'
import { claimEvents, releaseEvents, storeHeartbeat } from './queries/events.ts'
import {
  ensureIdentities,
  findIdentities,
  type Identities,
  type Identity,
  type Seen,
  storeGamertags,
} from './queries/identities.ts'
import { lockIdentitiesExclusive, lockIdentitiesShared, lockNames, lockUsers } from './queries/locks.ts'
import {
  findEntries,
  findStored,
  findVoided,
  insertMatches,
  insertMatchPlayers,
  insertVoids,
} from './queries/matches.ts'
import type { Entry } from './totals.ts'

export interface BatchOutcome {
  /** By index in the batch. */
  readonly results: ReadonlyMap<number, IngestResult>
  readonly counted: readonly Entry[]
  readonly voided: readonly Entry[]
  readonly hasHeartbeat: boolean
}

const isOf =
  <T extends LedgerEvent['type']>(type: T) =>
  (event: LedgerEvent): event is Extract<LedgerEvent, { type: T }> =>
    event.type === type

/**
 * Applies a game server's batch in one transaction: facts, names, stats and histograms. The steps follow the lock order
 * (queries/locks.ts), each over the whole batch.
 */
export async function applyBatch(
  transaction: Executor,
  boards: BoardIds,
  serverId: number,
  events: readonly LedgerEvent[],
): Promise<BatchOutcome> {
  const results = new Map<number, IngestResult>()
  const reject = (event: LedgerEvent, reason: string) =>
    results.set(event.index, rejection(event.sentId, reason))
  const repeat = ({ index, sentId }: LedgerEvent) => results.set(index, { id: sentId, status: 'duplicate' })
  const isOpen = (event: LedgerEvent) => !results.has(event.index)

  if (events.some(isOf('link.remove'))) await lockIdentitiesExclusive(transaction)
  else await lockIdentitiesShared(transaction)
  for (const event of await alreadyTaken(transaction, events)) repeat(event)

  const matches = events.filter(isOf('match'))
  const voids = events.filter(isOf('match.void'))
  const matchIds = [...matches, ...voids].filter(isOpen).map((event) => event.data.matchId)
  await lockNames(
    transaction,
    matchIds.map((id) => `match ${id}`),
  )
  const known = await findKnown(transaction, events)
  for (const event of matches.filter(isOpen)) {
    if (hasAccountTwice(event, known)) reject(event, 'data.players has two identities of one account')
  }
  const taken = await takeMatches(transaction, serverId, matches.filter(isOpen), { reject, repeat })
  const gone = await takeVoids(transaction, serverId, voids.filter(isOpen), { reject, repeat })

  const seen = seenIn(events.filter(isOpen))
  const everybody = await ensureIdentities(transaction, known, seen)
  const userOf = (ref: IdentityRef) => requireIdentity(everybody, ref).userId
  // Matches voided in this batch, or before they arrived, never count.
  const voidedNow = await findVoided(transaction, [...taken.keys()])
  const lost = await findEntries(
    transaction,
    gone.filter((id) => !taken.has(id)),
  )
  await lockUsers(transaction, [...seen.map(userOf), ...lost.map((entry) => entry.userId)])
  await storeGamertags(
    transaction,
    seen
      .filter((one) => !requireIdentity(everybody, one).isAnonymized)
      .map((one) => ({ userId: userOf(one), gamertag: one.gamertag, at: one.at })),
  )
  await insertMatchPlayers(
    transaction,
    [...taken.values()].flatMap((event) => rowsOf(event, everybody)),
  )
  await storeCodes(
    transaction,
    events
      .filter(isOf('link.code'))
      .filter(isOpen)
      .map(({ at, data }) => ({
        code: data.code,
        at,
        identityId: requireIdentity(everybody, identityOf(data)).id,
      })),
  )
  const heartbeat = events
    .filter(isOf('heartbeat'))
    .filter(isOpen)
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .at(-1)
  if (heartbeat !== undefined) await storeHeartbeat(transaction, serverId, heartbeatOf(heartbeat))

  const counted = [...taken.values()]
    .filter((event) => event.data.ranked && !voidedNow.has(event.data.matchId))
    .flatMap((event) => entriesOf(event, everybody))
  await project(transaction, boards, { counted, voided: lost })
  // Last, because the matches above may be of this player and move with them.
  for (const event of events.filter(isOf('link.remove')).filter(isOpen)) {
    const identity = known.get(identityKey(identityOf(event.data)))
    const wasLinked = identity !== undefined && (await unlinkAccount(transaction, identity.userId))
    if (!wasLinked) reject(event, 'this player is not linked')
  }

  const refused = events.filter((event) => results.get(event.index)?.status === 'rejected')
  await releaseEvents(
    transaction,
    refused.map((event) => event.id),
  )
  for (const event of events.filter(isOpen))
    results.set(event.index, { id: event.sentId, status: 'accepted' })
  return { results, counted, voided: lost, hasHeartbeat: heartbeat !== undefined }
}

interface Verdicts {
  reject(event: LedgerEvent, reason: string): void
  repeat(event: LedgerEvent): void
}

/** Events whose id was applied before, or occurs earlier in the batch. */
async function alreadyTaken(transaction: Executor, events: readonly LedgerEvent[]): Promise<LedgerEvent[]> {
  const fresh = await claimEvents(
    transaction,
    events.map((event) => event.id),
  )
  return events.filter((event) => !fresh.delete(event.id))
}

/** Inserts new matches. The same id with equal content is a duplicate, with other content a conflict. */
async function takeMatches(
  transaction: Executor,
  serverId: number,
  events: readonly EventOf<'match'>[],
  verdicts: Verdicts,
): Promise<Map<string, EventOf<'match'>>> {
  const hashed = events.map((event) => ({ event, hash: contentHash(event.data) }))
  const inserted = await insertMatches(
    transaction,
    serverId,
    hashed.map(({ event, hash }) => ({ ...event.data, contentHash: hash })),
  )
  const stored = await findStored(
    transaction,
    events.map((event) => event.data.matchId),
  )
  const taken = new Map<string, EventOf<'match'>>()
  for (const { event, hash } of hashed) {
    const { matchId } = event.data
    if (stored.get(matchId)?.contentHash.equals(hash) !== true) {
      verdicts.reject(
        event,
        'data.matchId was reported before with other content: a match never changes, void it and report it under another id',
      )
    } else if (!inserted.delete(matchId)) verdicts.repeat(event)
    else taken.set(matchId, event)
  }
  return taken
}

/** Voided match ids, which may include matches that have not arrived yet. */
async function takeVoids(
  transaction: Executor,
  serverId: number,
  events: readonly EventOf<'match.void'>[],
  verdicts: Verdicts,
): Promise<string[]> {
  const ids = events.map((event) => event.data.matchId)
  const stored = await findStored(transaction, ids)
  const own: EventOf<'match.void'>[] = []
  for (const event of events) {
    const match = stored.get(event.data.matchId)
    if (match === undefined || match.serverId === serverId) own.push(event)
    else verdicts.reject(event, 'only the game server that sent a match can void it')
  }
  const firsts = new Map([...own].reverse().map((event) => [event.data.matchId, event]))
  const inserted = await insertVoids(
    transaction,
    serverId,
    [...firsts.values()].map(({ at, data }) => ({ ...data, at })),
  )
  const gone = [...inserted]
  for (const event of own) if (!inserted.delete(event.data.matchId)) verdicts.repeat(event)
  return gone
}

/**
 * Known identities of the events, anonymized ones included. A link code never belongs to an anonymized identity: it
 * creates
 * a new player without the earlier matches.
 */
async function findKnown(transaction: Executor, events: readonly LedgerEvent[]): Promise<Identities> {
  const refs = new Map(events.flatMap(refsOf).map((ref) => [identityKey(ref), ref]))
  const known = await findIdentities(transaction, [...refs.values()])
  for (const { data } of events.filter(isOf('link.code'))) refs.delete(identityKey(identityOf(data)))
  const strangers = [...refs].filter(([key]) => !known.has(key)).map(([, ref]) => ref)
  return new Map([...known, ...(await findAnonymizedIdentities(transaction, strangers))])
}

const refsOf = (event: LedgerEvent): IdentityRef[] => {
  if (event.type === 'match') return event.data.players.map(identityOf)
  if (event.type === 'heartbeat' || event.type === 'match.void') return []
  return [identityOf(event.data)]
}

/** Identities in the events, with their names. */
const seenIn = (events: readonly LedgerEvent[]): Seen[] =>
  events.flatMap((event) => {
    if (event.type === 'match') {
      return event.data.players.map((player) => ({
        ...identityOf(player),
        gamertag: player.gamertag,
        at: event.at,
      }))
    }
    if (event.type !== 'player' && event.type !== 'link.code') return []
    return [{ ...identityOf(event.data), gamertag: event.data.gamertag, at: event.at }]
  })

/** A match can contain one account twice, as XUID and PlayFab id, when both were linked to one member. */
function hasAccountTwice(event: EventOf<'match'>, known: Identities): boolean {
  const accounts = event.data.players.flatMap(
    (player) => known.get(identityKey(identityOf(player)))?.userId ?? [],
  )
  return new Set(accounts).size < accounts.length
}

function requireIdentity(identities: Identities, ref: IdentityRef): Identity {
  const identity = identities.get(identityKey(ref))
  if (identity === undefined) throw new Error(`the identity ${identityKey(ref)} was not made`)
  return identity
}

const rowsOf = ({ data }: EventOf<'match'>, identities: Identities) =>
  data.players.map((player) => {
    const { id, isAnonymized } = requireIdentity(identities, identityOf(player))
    return {
      ...player,
      gamertag: isAnonymized ? deletedPlayerName : player.gamertag,
      identityId: id,
      matchId: data.matchId,
      endedAt: data.endedAt,
      team: player.team ?? null,
      input: player.input ?? null,
      pingMs: player.pingMs ?? null,
    }
  })

const entriesOf = ({ data }: EventOf<'match'>, identities: Identities): Entry[] =>
  data.players.flatMap((player) => {
    const { userId, isAnonymized } = requireIdentity(identities, identityOf(player))
    if (isAnonymized) return []
    return {
      userId,
      matchId: data.matchId,
      gameType: data.gameType,
      endedAt: data.endedAt,
      result: player.result,
      kills: player.kills,
      deaths: player.deaths,
      assists: player.assists,
      points: player.points,
    }
  })

const heartbeatOf = ({ at, data }: EventOf<'heartbeat'>) => ({
  at,
  playerCount: data.playerCount,
  maxPlayers: data.maxPlayers ?? null,
  version: data.version ?? null,
  queues: data.queues ?? {},
})
