import { createHash } from 'node:crypto'
import type { IngestMatch } from '../../../../contract/matches/ingest-schemas.ts'

/**
 * SHA-256 of a match in canonical form: order of players, time zone, empty instead of absent fields and unknown fields
 * do
 * not matter.
 */
export function contentHash(match: IngestMatch): Buffer {
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
  const said = [matchId, gameType, ranked, startedAt.toISOString(), endedAt.toISOString(), players]
  return createHash('sha256').update(JSON.stringify(said)).digest()
}
