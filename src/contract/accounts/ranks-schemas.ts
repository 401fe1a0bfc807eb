import * as z from 'zod/mini'
import { findRank } from './ranks.ts'

/** Key of a rank. */
export const RankSchema = z.string()

/** A rank as staff may write it: its key, or an alias such as `mod` for Moderator. */
export const RankInput = z.pipe(
  z
    .string({ error: 'There is no such rank' })
    .check(z.refine((key) => findRank(key) !== undefined, { error: 'There is no such rank' })),
  z.transform((key: string) => findRank(key)?.key ?? key),
)
