import { deletedPlayerName } from '../../../../../contract/accounts/accounts.ts'
import { type IngestMatch, ingestData } from '../../../../../contract/matches/ingest-schemas.ts'
import type { Context } from '../../../../context.ts'
import { ensureGameModes } from '../../modes/game-modes.ts'
import { type CountedMode, findCountedModes } from '../../modes/queries.ts'
import { boardsOf } from '../board-key.ts'
import { contentHash, isStoredMatch } from '../content-hash.ts'
import { type Batch, type BatchTarget, eventType } from '../event-type.ts'
import type { EventOf } from '../events.ts'
import {
  type Identities,
  identityKey,
  identityOf,
  requireIdentity,
  type Sighting,
  seenAt,
} from '../identity.ts'
import { factsOf } from '../match-facts.ts'
import { insertMatchFacts } from '../queries/match-facts.ts'
import { findStored, findVoided, insertMatches, insertMatchPlayers } from '../queries/matches.ts'
import { noteSightings } from '../queries/speaking.ts'
import type { Changes, Entry } from '../totals.ts'

/** Where a match counts: its mode, whether overall as well, and when. Each game type of an accepted event has a mode. */
function countedMatch(
  { gameType, endedAt }: Pick<IngestMatch, 'gameType' | 'endedAt'>,
  modes: ReadonlyMap<string, CountedMode>,
): Pick<Entry, 'gameType' | 'inOverall' | 'endedAt'> {
  const counted = modes.get(gameType)
  if (counted === undefined) throw new Error(`the mode ${gameType} was not made`)
  return { gameType: counted.mode, inOverall: counted.inOverall, endedAt }
}

type MatchEvent = EventOf<'match'>

export const matchEvents = eventType(ingestData.match, {
  name: 'match',
  times: ({ endedAt }) => ({ 'data.endedAt': endedAt }),
  prepare: makeModesAndBoards,
  speaksOf: 'what happened in a match is a fact of the ledger, which staff rule on',
  sees: seenInMatch,
  locks: ({ matchId }) => [`match ${matchId}`],
  hasIdOfItsMatch: ({ id, data }) => id === data.matchId,
  players: ({ at, data }) => data.players.map((player) => seenAt(player, at)),
  steps: {
    async matches(batch, events) {
      rejectDoubleAccounts(batch, events)
      await storeMatches(batch)
    },
    matchPlayers: storePlayers,
  },
  changes: countMatches,
  publish: ({ database }, serverId, events) =>
    noteSightings(database.sql, serverId, events.flatMap(seenInMatch)),
})

function seenInMatch({ data: { players, endedAt } }: MatchEvent): Sighting[] {
  return players.map((player) => ({ ...identityOf(player), at: endedAt }))
}

/** Makes modes of unknown game types, and boards, so that the first match of a week blocks nobody. */
async function makeModesAndBoards(
  { database }: Pick<Context, 'database'>,
  { boards, now }: BatchTarget,
  events: readonly MatchEvent[],
): Promise<ReadonlyMap<number, string>> {
  const { counted, refused } = await ensureGameModes(database, events)
  const fitting = events.filter(({ index }) => !refused.has(index))
  await boards.ensure(
    database.sql,
    fitting.flatMap(({ data }) => boardsOf(countedMatch(data, counted), now)),
  )
  return refused
}

/** A match can contain one account twice, as XUID and PlayFab id, when both were linked to one member. */
function rejectDoubleAccounts({ verdicts, identities }: Batch, events: readonly MatchEvent[]): void {
  for (const event of events) {
    const accounts = event.data.players.flatMap(
      (player) => identities.get(identityKey(identityOf(player)))?.userId ?? [],
    )
    if (new Set(accounts).size < accounts.length)
      verdicts.reject(event, 'data.players has two identities of one account')
  }
}

/** Inserts new matches, which stay open. The same id with equal content is a duplicate, with other content a conflict. */
async function storeMatches({ transaction, serverId, verdicts }: Batch): Promise<void> {
  const events = verdicts.openOf(matchEvents)
  const inserted = await insertMatches(
    transaction,
    serverId,
    events.map(({ data }) => ({ ...data, contentHash: contentHash(data) })),
  )
  const stored = await findStored(
    transaction,
    events.map((event) => event.data.matchId),
  )
  for (const event of events) {
    const { matchId } = event.data
    const match = stored.get(matchId)
    if (match === undefined || !isStoredMatch(match, event.data)) {
      verdicts.reject(
        event,
        'data.matchId was reported before with other content: a match never changes, void it and report it under another id',
      )
    } else if (!inserted.delete(matchId)) verdicts.repeat(event)
  }
}

/** The results of ranked matches. A match that this batch or an earlier one voids never counts. */
async function countMatches(
  { transaction, identities }: Batch,
  events: readonly MatchEvent[],
): Promise<Partial<Changes>> {
  const uncounted = await findVoided(
    transaction,
    events.map(({ data }) => data.matchId),
  )
  const modes = await findCountedModes(
    transaction,
    events.map(({ data }) => data.gameType),
  )
  const counted = events
    .filter(({ data }) => data.ranked && !uncounted.has(data.matchId))
    .flatMap((event) => entriesOf(event, identities, modes))
  return { counted }
}

async function storePlayers(
  { transaction, identities }: Batch,
  events: readonly MatchEvent[],
): Promise<void> {
  await insertMatchPlayers(
    transaction,
    events.flatMap((event) => rowsOf(event, identities)),
  )
  await insertMatchFacts(
    transaction,
    events.flatMap(({ data }) => {
      const facts = factsOf(data)
      if (facts === undefined) return []
      const identityIds = data.players.map((player) => requireIdentity(identities, identityOf(player)).id)
      return [{ matchId: data.matchId, identityIds, ...facts }]
    }),
  )
}

const rowsOf = ({ data }: MatchEvent, identities: Identities) =>
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
  { data }: MatchEvent,
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
