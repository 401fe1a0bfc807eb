// Histogram of how late events came (migrations/0310_ingest_minutes.sql): two entries for each doubling, so that a
// median is within a fifth.

export const lagEntry = (ms: number) => Math.round(2 * Math.log2(1 + Math.max(0, ms)))

/** The lag in the middle of an entry. */
export const lagOfEntry = (entry: number) => Math.round(2 ** (entry / 2) - 1)
