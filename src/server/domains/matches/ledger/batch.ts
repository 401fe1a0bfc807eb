import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import { isStaffRank } from '../../../../contract/accounts/ranks.ts'
import type { IngestResult } from '../../../../contract/matches/ingest-schemas.ts'
import { shownGamertag } from '../../../../contract/text.ts'
import type { Config } from '../../../config.ts'
import { recordGameServerAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database.ts'
import { insertNotice } from '../../../platform/notices.ts'
import { storeHeads } from '../../accounts/users/faces/store-heads.ts'
import { judgeGamertags } from '../../accounts/users/reserved-names.ts'
import { storeReports } from '../game-reports/store.ts'
import { type CountedMode, findCountedModes } from '../modes/queries.ts'
import { appealCode, storeLifts, storePunishments } from '../punishments/store.ts'
import { contentHash, isHashOf } from './content-hash.ts'
import { countedMatch } from './counted-match.ts'
import { announceEndedStreaks } from './ended-streaks.ts'
import type { EventOf, LedgerEvent } from './events.ts'
import { type IdentityRef, identityKey, identityOf } from './identity.ts'
import { requestedCode, storeRequestedCodes } from './link-requests.ts'
import { unlinkAccount } from './linking.ts'
import { factsOf } from './match-facts.ts'
import { project } from './projection.ts'
import { findAnonymizedIdentities, inheritOwners } from './queries/anonymization.ts'
import type { BoardIds } from './queries/boards.ts'
import { storeCodes } from './queries/codes.ts'
import { claimEvents, releaseEvents, storeHeartbeat } from './queries/events.ts'
import { storeGameRanks } from './queries/game-ranks.ts'
import {
  ensureIdentities,
  findIdentities,
  type Identities,
  type Identity,
  type Seen,
  storeGamertags,
  storeHidden,
} from './queries/identities.ts'
import { findAccount, mayUnlink } from './queries/link.ts'
import { lockIdentitiesExclusive, lockIdentitiesShared, lockNames, lockUsers } from './queries/locks.ts'
import { insertMatchFacts } from './queries/match-facts.ts'
import {
  findEntries,
  findStored,
  findVoided,
  insertMatches,
  insertMatchPlayers,
  insertVoids,
} from './queries/matches.ts'
import type { Entry } from './totals.ts'
import { Verdicts } from './verdicts.ts'

export interface BatchOutcome {
  /** By index in the batch. */
  readonly results: ReadonlyMap<number, IngestResult>
  readonly counted: readonly Entry[]
  readonly voided: readonly Entry[]
  /** Accepted heartbeats. */
  readonly heartbeats: readonly EventOf<'heartbeat'>[]
  /** Whether a report about a player was stored, or a punishment that the timelines of cases show. */
  readonly changesCases: boolean
}

/** Whose batch it is, and the boards it counts on. */
export interface BatchTarget {
  readonly boards: BoardIds
  readonly serverId: number
  /** When the batch came, by the database's clock. */
  readonly now: Date
  readonly config: Pick<Config, 'discordWebhooks' | 'siteName' | 'siteShortName'>
}

/** New matches by id. */
type NewMatches = ReadonlyMap<string, EventOf<'match'>>

/**
 * Applies a game server's batch in one transaction: facts, names, stats and histograms. The phases follow the lock order
 * (queries/locks.ts), each over the whole batch.
 */
export async function applyBatch(
  transaction: Executor,
  { boards, serverId, now, config }: BatchTarget,
  events: readonly LedgerEvent[],
): Promise<BatchOutcome> {
  const verdicts = new Verdicts(events)
  await lockIdentities(transaction, verdicts)
  await repeatClaimedEvents(transaction, verdicts)
  await lockMatches(transaction, verdicts)
  const known = await findKnown(transaction, events)
  rejectDoubleAccounts(verdicts, known)
  const matches = await storeMatches(transaction, serverId, verdicts)
  const voidedIds = await storeVoids(transaction, serverId, verdicts)
  const identities = await ensureIdentities(transaction, known, seenIn(verdicts.open))
  const made = [...identities].filter(([key]) => !known.has(key)).map(([, identity]) => identity)
  await inheritOwners(transaction, made)
  const changes = await findChanges(transaction, matches, voidedIds, identities)
  await storePlayers(transaction, { serverId, config }, verdicts, matches, identities, changes)
  await storeLinkCodes(transaction, serverId, verdicts, identities)
  await storePunishments(transaction, serverId, verdicts, ({ data }) =>
    requireIdentity(identities, identityOf(data)),
  )
  await storeLifts(transaction, serverId, verdicts)
  await storeReports(transaction, { serverId, config }, verdicts, (ref) => requireIdentity(identities, ref))
  const changesCases = (['report', 'punishment', 'punishment.lift'] as const).some(
    (type) => verdicts.openOf(type).length > 0,
  )
  const heartbeats = await storeNewestHeartbeat(transaction, serverId, verdicts)
  const endedStreaks = await project(transaction, boards, { ...changes, now })
  await announceEndedStreaks(transaction, config, endedStreaks, now)
  // Last, because the matches above may belong to this player and move with the identity.
  await unlinkPlayers(transaction, serverId, verdicts, known)
  await releaseRejectedEvents(transaction, verdicts)
  const results = await withCodes(transaction, events, verdicts.acceptOpen())
  return { results, ...changes, heartbeats, changesCases }
}

async function lockIdentities(transaction: Executor, verdicts: Verdicts): Promise<void> {
  if (verdicts.openOf('link.remove').length > 0) await lockIdentitiesExclusive(transaction)
  else await lockIdentitiesShared(transaction)
}

/**
 * Claims the ids of events. One that was applied before, or occurs earlier in the batch, is a duplicate. The ledger itself
 * deduplicates matches and voids whose event id is their match id.
 */
async function repeatClaimedEvents(transaction: Executor, verdicts: Verdicts): Promise<void> {
  const named = new Set(verdicts.events.filter(hasIdOfItsMatch).map((event) => event.id))
  const others = verdicts.events.filter((event) => !hasIdOfItsMatch(event))
  const fresh = await claimEvents(transaction, {
    ids: others.map((event) => event.id),
    matchIds: [...named],
  })
  for (const event of others) if (named.has(event.id) || !fresh.delete(event.id)) verdicts.repeat(event)
  for (const event of verdicts.events)
    if (hasIdOfItsMatch(event) && !fresh.has(event.id)) verdicts.repeat(event)
}

const hasIdOfItsMatch = (event: LedgerEvent) =>
  (event.type === 'match' || event.type === 'match.void') && event.id === event.data.matchId

/** Locks match ids, stored or not: the other batches that contain them wait. */
async function lockMatches(transaction: Executor, verdicts: Verdicts): Promise<void> {
  const events = [...verdicts.openOf('match'), ...verdicts.openOf('match.void')]
  await lockNames(
    transaction,
    events.map(({ data }) => `match ${data.matchId}`),
  )
}

function rejectDoubleAccounts(verdicts: Verdicts, known: Identities): void {
  for (const event of verdicts.openOf('match'))
    if (hasAccountTwice(event, known))
      verdicts.reject(event, 'data.players has two identities of one account')
}

/** Inserts new matches. The same id with equal content is a duplicate, with other content a conflict. */
async function storeMatches(
  transaction: Executor,
  serverId: number,
  verdicts: Verdicts,
): Promise<NewMatches> {
  const events = verdicts.openOf('match')
  const inserted = await insertMatches(
    transaction,
    serverId,
    events.map(({ data }) => ({ ...data, contentHash: contentHash(data) })),
  )
  const stored = await findStored(
    transaction,
    events.map((event) => event.data.matchId),
  )
  const taken = new Map<string, EventOf<'match'>>()
  for (const event of events) {
    const { matchId } = event.data
    const match = stored.get(matchId)
    if (match === undefined || !isHashOf(match.contentHash, event.data)) {
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
async function storeVoids(transaction: Executor, serverId: number, verdicts: Verdicts): Promise<string[]> {
  const events = verdicts.openOf('match.void')
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

/** What the batch changes in totals: entries that count from now on, and stored entries whose match is void. */
async function findChanges(
  transaction: Executor,
  matches: NewMatches,
  voidedIds: readonly string[],
  identities: Identities,
): Promise<Pick<BatchOutcome, 'counted' | 'voided'>> {
  // A match that this batch or an earlier one voids never counts.
  const uncounted = await findVoided(transaction, [...matches.keys()])
  const voided = await findEntries(
    transaction,
    voidedIds.filter((id) => !matches.has(id)),
  )
  const modes = await findCountedModes(
    transaction,
    [...matches.values()].map(({ data }) => data.gameType),
  )
  const counted = [...matches.values()]
    .filter(({ data }) => data.ranked && !uncounted.has(data.matchId))
    .flatMap((event) => entriesOf(event, identities, modes))
  return { counted, voided }
}

/** Locks the accounts, then stores their newest gamertags and their rows of the matches. */
async function storePlayers(
  transaction: Executor,
  { serverId, config }: Pick<BatchTarget, 'serverId' | 'config'>,
  verdicts: Verdicts,
  matches: NewMatches,
  identities: Identities,
  { voided }: Pick<BatchOutcome, 'voided'>,
): Promise<void> {
  const seen = seenIn(verdicts.open).map(({ gamertag, at, ...ref }) => ({
    ...requireIdentity(identities, ref),
    gamertag,
    at,
  }))
  await storeHidden(
    transaction,
    verdicts.openOf('player').flatMap(({ at, data }) => {
      const { id } = requireIdentity(identities, identityOf(data))
      return typeof data.hidden === 'boolean' ? [{ id, hidden: data.hidden, at }] : []
    }),
  )
  await lockUsers(
    transaction,
    [...seen, ...voided].map(({ userId }) => userId),
  )
  await storeGamertags(
    transaction,
    seen
      .filter(({ isAnonymized, at }) => !isAnonymized && at.getTime() > 0)
      .map(({ userId, gamertag, at }) => ({ userId, gamertag, at })),
  )
  await judgeGamertags(
    transaction,
    config,
    seen.filter(({ isAnonymized }) => !isAnonymized).map(({ userId }) => userId),
  )
  await storeGameRanks(
    transaction,
    serverId,
    verdicts.openOf('player').flatMap(({ at, data }) => {
      const { userId, isAnonymized } = requireIdentity(identities, identityOf(data))
      return data.rank && !isAnonymized ? [{ userId, rank: data.rank, at }] : []
    }),
  )
  await storeHeads(
    transaction,
    verdicts.openOf('player').flatMap(({ at, data: { head, ...data } }) => {
      const { id, isAnonymized } = requireIdentity(identities, identityOf(data))
      return head && !isAnonymized ? [{ identityId: id, head, at }] : []
    }),
  )
  await insertMatchPlayers(
    transaction,
    [...matches.values()].flatMap((event) => rowsOf(event, identities)),
  )
  await insertMatchFacts(
    transaction,
    [...matches.values()].flatMap(({ data }) => {
      const facts = factsOf(data)
      if (facts === undefined) return []
      const identityIds = data.players.map((player) => requireIdentity(identities, identityOf(player)).id)
      return [{ matchId: data.matchId, identityIds, ...facts }]
    }),
  )
}

async function storeLinkCodes(
  transaction: Executor,
  serverId: number,
  verdicts: Verdicts,
  identities: Identities,
): Promise<void> {
  const codes = verdicts.openOf('link.code').map(({ at, data }) => ({
    code: data.code,
    at,
    serverId,
    identityId: requireIdentity(identities, identityOf(data)).id,
  }))
  await storeCodes(transaction, codes)
  const requests = verdicts.openOf('link.request').map(({ id, data }) => ({
    eventId: id,
    identityId: requireIdentity(identities, identityOf(data)).id,
  }))
  await storeRequestedCodes(transaction, serverId, requests)
}

/** Adds their codes to the results of link.request and punishment, whether they are new or sent again. */
async function withCodes(
  transaction: Executor,
  events: readonly LedgerEvent[],
  results: BatchOutcome['results'],
): Promise<BatchOutcome['results']> {
  const complete = new Map(results)
  for (const { index, type, id, data } of events) {
    const result = results.get(index)
    if (result === undefined || result.status === 'rejected') continue
    if (type === 'link.request')
      complete.set(index, { ...result, code: await requestedCode(transaction, id) })
    if (type === 'punishment')
      complete.set(index, { ...result, appealCode: await appealCode(transaction, data.id) })
  }
  return complete
}

/** Returns the batch's heartbeats, of which the newest is stored. */
async function storeNewestHeartbeat(
  transaction: Executor,
  serverId: number,
  verdicts: Verdicts,
): Promise<EventOf<'heartbeat'>[]> {
  const heartbeats = verdicts.openOf('heartbeat').sort((a, b) => a.at.getTime() - b.at.getTime())
  const newest = heartbeats.at(-1)
  if (newest !== undefined) await storeHeartbeat(transaction, serverId, heartbeatOf(newest))
  return heartbeats
}

/** A key unlinks whom it linked, and never staff; the member is notified. */
async function unlinkPlayers(
  transaction: Executor,
  serverId: number,
  verdicts: Verdicts,
  known: Identities,
): Promise<void> {
  for (const event of verdicts.openOf('link.remove')) {
    const identity = known.get(identityKey(identityOf(event.data)))
    const account = identity && (await findAccount(transaction, identity.userId))
    if (!account?.isLinked) verdicts.reject(event, 'this player is not linked')
    else if (isStaffRank(account.rank)) verdicts.reject(event, 'staff unlink on the website only')
    else if (!(await mayUnlink(transaction, serverId, account.id)))
      verdicts.reject(event, 'another game server linked this player, and this key may not unlink for it')
    else {
      const player = await unlinkAccount(transaction, account.id)
      await recordGameServerAudit(transaction, serverId, {
        action: 'member.unlink',
        subject: { type: 'member', id: account.id },
        before: null,
        after: { player },
      })
      const text =
        'Your player and its matches are an account of their own again. Type /link in game to link anew.'
      await insertNotice(transaction, { userId: account.id, kind: 'unlinked', text })
    }
  }
}

/** A rejected event may be sent again under its id. */
async function releaseRejectedEvents(transaction: Executor, verdicts: Verdicts): Promise<void> {
  await releaseEvents(
    transaction,
    verdicts.rejected.map((event) => event.id),
  )
}

/**
 * Known identities of the events, anonymized ones included. A link code never belongs to an anonymized identity: it
 * creates a
 * new player without the earlier matches.
 */
async function findKnown(transaction: Executor, events: readonly LedgerEvent[]): Promise<Identities> {
  const refs = new Map(events.flatMap(refsOf).map((ref) => [identityKey(ref), ref]))
  const known = await findIdentities(transaction, [...refs.values()])
  for (const event of events)
    if (event.type === 'link.code' || event.type === 'link.request')
      refs.delete(identityKey(identityOf(event.data)))
  const strangers = [...refs].filter(([key]) => !known.has(key)).map(([, ref]) => ref)
  return new Map([...known, ...(await findAnonymizedIdentities(transaction, strangers))])
}

const refsOf = (event: LedgerEvent): IdentityRef[] => {
  if (event.type === 'match') return event.data.players.map(identityOf)
  if (event.type === 'report')
    return [event.data.reporter, event.data.subject, ...(event.data.chat ?? [])].map(identityOf)
  if (event.type === 'heartbeat' || event.type === 'match.void' || event.type === 'punishment.lift') return []
  return [identityOf(event.data)]
}

/** Name of a player who was never named before. */
const unknownName = 'Unknown player'

/** A name that no game server told gives way to any other. */
const perhapsNamed = (
  {
    gamertag,
    ...player
  }: Parameters<typeof identityOf>[0] & { readonly gamertag?: string | null | undefined },
  at: Date,
): Seen => ({
  ...identityOf(player),
  gamertag: gamertag ? shownGamertag(gamertag) : unknownName,
  at: gamertag ? at : new Date(0),
})

/** Identities in the events, with their names. */
const seenIn = (events: readonly LedgerEvent[]): Seen[] =>
  events.flatMap((event) => {
    if (event.type === 'match') {
      return event.data.players.map((player) => ({
        ...identityOf(player),
        gamertag: shownGamertag(player.gamertag),
        at: event.at,
      }))
    }
    if (event.type === 'punishment') return [perhapsNamed(event.data, event.at)]
    if (event.type === 'report') {
      const { reporter, subject, chat } = event.data
      return [
        ...[reporter, subject].map((somebody) => perhapsNamed(somebody, event.at)),
        ...(chat ?? []).map((line) => perhapsNamed(line, line.at)),
      ]
    }
    if (event.type !== 'player' && event.type !== 'link.code' && event.type !== 'link.request') return []
    return [{ ...identityOf(event.data), gamertag: shownGamertag(event.data.gamertag), at: event.at }]
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

const entriesOf = (
  { data }: EventOf<'match'>,
  identities: Identities,
  modes: ReadonlyMap<string, CountedMode>,
): Entry[] =>
  data.players.flatMap((player) => {
    const { userId, isAnonymized } = requireIdentity(identities, identityOf(player))
    if (isAnonymized) return []
    return {
      userId,
      matchId: data.matchId,
      ...countedMatch(data, modes),
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
