import { createHash } from 'node:crypto'
import type { IngestMatch } from '../../../../contract/matches/ingest-schemas.ts'
import { identityKey, identityOf } from './identity.ts'
import { factsOf } from './match-facts.ts'

/**
 * SHA-256 of a match in canonical form: order of players, time zone, empty instead of absent fields and
 * unknown fields do not matter.
 */
export function contentHash(match: IngestMatch): Buffer {
  return hashOf(match, canonicalFacts(match), match.cupMatchId)
}

/**
 * Whether a stored match is this one. Stored without the optional facts it is, whatever they are now; so it is when only
 * one of both names a match of a cup.
 */
export function isStoredMatch(
  stored: { readonly contentHash: Buffer; readonly cupMatchId: string | null },
  match: IngestMatch,
): boolean {
  const named = stored.cupMatchId
  if (named !== null && (match.cupMatchId ?? named) !== named) return false
  return [canonicalFacts(match), undefined].some((facts) =>
    stored.contentHash.equals(hashOf(match, facts, named)),
  )
}

/** What was added to the protocol later is appended only when present, so that earlier matches keep their hashes. */
const hashOf = (match: IngestMatch, facts: unknown, cupMatchId: string | null | undefined) =>
  sha256([
    ...canonical(match),
    ...(facts === undefined ? [] : [facts]),
    ...(cupMatchId ? [{ cupMatchId }] : []),
  ])

const sha256 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest()

function canonical(match: IngestMatch): unknown[] {
  const players = match.players
    .map((player) => [
      player.xuid ?? null,
      player.pfid ?? null,
      player.gamertag,
      player.team ?? null,
      player.result,
      player.kills,
      player.deaths,
      player.assists,
      player.points,
      player.input ?? null,
      player.pingMs ?? null,
    ])
    .map((fields) => JSON.stringify(fields))
    .sort()
  const { matchId, gameType, ranked, startedAt, endedAt } = match
  return [matchId, gameType, ranked, startedAt.toISOString(), endedAt.toISOString(), players]
}

/** Names players instead of their indexes, because the order of players does not matter. */
function canonicalFacts(match: IngestMatch): unknown {
  const facts = factsOf(match)
  if (facts === undefined) return undefined
  const keys = match.players.map((player) => identityKey(identityOf(player)))
  const { map, region, rounds, score, hits, devices, kills } = facts
  const ofPlayers = keys
    .map((key, index) => JSON.stringify([key, hits?.[index] ?? null, devices?.[index] ?? null]))
    .sort()
  const named = kills?.map(([after, killer, victim, cause]) => [
    after,
    keys[killer],
    keys[victim],
    cause ?? null,
  ])
  return [map, region, rounds, score, ofPlayers, named ?? null]
}
