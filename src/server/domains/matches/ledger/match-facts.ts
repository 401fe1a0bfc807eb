import { ingestLimits } from '../../../../contract/matches/ingest.ts'
import type { IngestMatch } from '../../../../contract/matches/ingest-schemas.ts'

/** Milliseconds after the start, index of the killer, index of the victim, cause. */
type StoredKill = readonly [number, number, number, string?]

/** Optional facts of a match; lists have an entry for each player in the order sent. */
export interface MatchFacts {
  readonly map: string | null
  readonly region: string | null
  readonly rounds: number | null
  /** Sorted by team. */
  readonly score: readonly (readonly [string, number])[] | null
  readonly hits: readonly (number | null)[] | null
  readonly devices: readonly (string | null)[] | null
  readonly kills: readonly StoredKill[] | null
}

/** Returns the optional facts of a match; undefined when there are none. */
export function factsOf(match: IngestMatch): MatchFacts | undefined {
  const facts: MatchFacts = {
    map: match.map ?? null,
    region: match.region ?? null,
    rounds: match.rounds ?? null,
    score: match.score?.length ? match.score.slice(0, ingestLimits.players) : null,
    hits: listOf(match.players.map(({ hits }) => hits ?? null)),
    devices: listOf(match.players.map(({ device }) => device ?? null)),
    kills: killsOf(match),
  }
  return Object.values(facts).some((fact) => fact !== null) ? facts : undefined
}

const listOf = <T>(values: readonly (T | null)[]) => (values.some((value) => value !== null) ? values : null)

/** Drops kills outside the match or of somebody who is not in it. */
function killsOf({ kills, players, startedAt, endedAt }: IngestMatch): readonly StoredKill[] | null {
  const stored = (kills ?? [])
    .filter(({ at, killer, victim }) => {
      const isDuring = at >= startedAt && at <= endedAt
      return isDuring && killer < players.length && victim < players.length
    })
    .slice(0, ingestLimits.kills)
    .map(({ at, killer, victim, cause }): StoredKill => {
      const after = at.getTime() - startedAt.getTime()
      return cause ? [after, killer, victim, cause] : [after, killer, victim]
    })
  return stored.length > 0 ? stored : null
}
