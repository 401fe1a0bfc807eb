import * as z from 'zod/mini'
import { type Rank, ranks } from './ranks.ts'

export const RankSchema = z.enum(ranks)

const aliases: Readonly<Record<string, Rank>> = { mod: 'Moderator' }

/** A rank as staff may write it: one of the ten exact names, or `mod` for Moderator. */
export const RankInput = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value,
  ),
  RankSchema,
)
