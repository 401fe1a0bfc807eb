/** Limits of the ingest API (docs/spec/operating.md, Ingest). Times are in milliseconds. */
export const ingestLimits = {
  events: 100,
  players: 64,
  count: 10_000,
  points: 10_000,
  /** Characters of a rank's name. */
  rank: 64,
  /** Names of ranks that the site does not know, counted for each game server. */
  unknownRanks: 50,
  /** Entries of a match's kill timeline. */
  kills: 200,
  queues: 100,
  /** Characters of a head: 4 KB as base64. */
  head: 5_464,
  /** Players listed in a heartbeat; those beyond are not. */
  presence: 5_000,
  presenceParts: 100,
  /** Chat lines of a report, and characters of one. */
  chatLines: 20,
  chatText: 512,
  /** How far a game server's clock may be ahead. */
  futureMs: 5 * 60_000,
  /** Retention of ids of events other than matches; match ids are kept for ever. */
  keepEventDays: 35,
  nextPollMs: 5_000,
  /** Matches of cups in a response. */
  cupMatches: 64,
  /** Maximum number of outbox items in a response. */
  outbox: 50,
} as const
