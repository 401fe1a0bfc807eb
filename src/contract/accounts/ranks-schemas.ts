import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { findRank, shownRank } from './ranks.ts'

/** Key of a rank, for staff and for the member who has it. */
export const RankSchema = z.string()

/** Key of a rank as everybody sees it: that of a rank that is not shown never leaves the server. */
export const ShownRankSchema = z.string().check(z.overwrite((rank) => shownRank(rank).key))

/** A rank as staff may write it: its key, or an alias such as `mod` for Moderator. */
export const RankInput = z.pipe(
  z
    .string({ error: sentence(msg`There is no such rank`) })
    .check(z.refine((key) => findRank(key) !== undefined, { error: sentence(msg`There is no such rank`) })),
  z.transform((key: string) => findRank(key)?.key ?? key),
)
