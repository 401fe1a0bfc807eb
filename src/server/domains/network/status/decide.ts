import type { ServerStatus } from '../../../../contract/network/status-schemas.ts'

/** The newest stored ping. */
export interface PingRecord {
  /** Null when the newest ping failed. */
  readonly respondedAt: Date | null
  readonly checkedAt: Date
  /** Null when the game server responded without a number that could be read. */
  readonly playerCount: number | null
  readonly maxPlayers: number | null
  readonly version: string | null
  readonly motd: string | null
  readonly latencyMs: number | null
}

/** The newest heartbeat of a game server. */
export interface Heartbeat {
  readonly receivedAt: Date
  readonly nextPollMs: number
  readonly playerCount: number
  readonly maxPlayers: number | null
  readonly version: string | null
}

export interface StatusFacts {
  readonly ping: PingRecord | null
  readonly heartbeats: readonly Heartbeat[]
}

/** Number of missed polls after which a source expires. */
const maxMissedPolls = 3

/**
 * Computes the status: a ping younger than 3 polls wins; else the sum of each server's newest heartbeat
 * younger than 3 of its intervals; else offline. Heartbeats also say how many play where a ping could not.
 */
export function decideStatus({
  ping,
  heartbeats,
  now,
  pollMs,
}: StatusFacts & { readonly now: number; readonly pollMs: number }): ServerStatus {
  const isFresh = (at: Date, everyMs: number) => now - at.getTime() < maxMissedPolls * everyMs
  const fresh = heartbeats.filter((one) => isFresh(one.receivedAt, one.nextPollMs))
  if (ping !== null && ping.respondedAt !== null && isFresh(ping.respondedAt, pollMs))
    return ofPing(ping, playersOf(fresh))
  return fresh.length > 0 ? ofHeartbeats(fresh) : offline(ping?.checkedAt ?? null)
}

const ofPing = (
  { playerCount, maxPlayers, version, motd, latencyMs, checkedAt }: PingRecord,
  reported: number,
): ServerStatus => ({
  isOnline: true,
  playerCount: playerCount ?? reported,
  maxPlayers,
  version,
  motd,
  latencyMs,
  source: 'ping',
  checkedAt: checkedAt.toISOString(),
})

function ofHeartbeats(heartbeats: readonly Heartbeat[]): ServerStatus {
  const newest = heartbeats.reduce((a, b) => (b.receivedAt > a.receivedAt ? b : a))
  const limits = heartbeats.flatMap(({ maxPlayers }) => maxPlayers ?? [])
  return {
    isOnline: true,
    playerCount: playersOf(heartbeats),
    maxPlayers: limits.length === 0 ? null : sum(limits),
    version: newest.version,
    motd: null,
    latencyMs: null,
    source: 'heartbeat',
    checkedAt: newest.receivedAt.toISOString(),
  }
}

const offline = (checkedAt: Date | null): ServerStatus => ({
  isOnline: false,
  playerCount: 0,
  maxPlayers: null,
  version: null,
  motd: null,
  latencyMs: null,
  source: null,
  checkedAt: checkedAt?.toISOString() ?? null,
})

const playersOf = (heartbeats: readonly Heartbeat[]) => sum(heartbeats.map((one) => one.playerCount))

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
