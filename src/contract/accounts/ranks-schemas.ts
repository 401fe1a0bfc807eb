import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { findRank } from './ranks.ts'

/** Key of a rank. */
export const RankSchema = z.string()

/** A rank as staff may write it: its key, or an alias such as `mod` for Moderator. */
export const RankInput = z.pipe(
  z
    .string({ error: sentence(msg`There is no such rank`) })
    .check(z.refine((key) => findRank(key) !== undefined, { error: sentence(msg`There is no such rank`) })),
  z.transform((key: string) => findRank(key)?.key ?? key),
)
