/** Limits of the ingest API (docs/spec/operating.md, Ingest). Times are in milliseconds. */
export const ingestLimits = {
  events: 100,
  players: 64,
  count: 10_000,
  points: 10_000,
  queues: 100,
  /** How far a game server's clock may run ahead. */
  futureMs: 5 * 60_000,
  /** Ids of events other than matches are remembered this long; those of matches for ever. */
  keepEventDays: 35,
  nextPollMs: 5_000,
  /** Outbox items in one answer. */
  outbox: 50,
} as const
