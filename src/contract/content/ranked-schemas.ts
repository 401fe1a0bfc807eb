import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { colour, listOf, title } from './content-text-schemas.ts'

const fromError = sentence(msg`must be a rating, a whole number from 0 to 5000`)

/** Schema of ranked.yaml. */
export const RankedContent = z.strictObject({
  /** From the lowest to the highest. */
  tiers: listOf(
    z.strictObject({
      name: title,
      colour,
      /** The lowest rating of the tier. */
      from: z
        .int({ error: fromError })
        .check(z.minimum(0, { error: fromError }), z.maximum(5_000, { error: fromError })),
    }),
    20,
  ).check(
    z.refine((tiers) => tiers[0]?.from === 0, {
      error: sentence(msg`must begin with a tier from 0`),
      abort: true,
    }),
    z.refine((tiers) => tiers.every(({ from }, index) => index === 0 || from > tiers[index - 1]!.from), {
      error: sentence(msg`must rise: each tier begins above the one before`),
    }),
  ),
})

export type RankedContent = z.infer<typeof RankedContent>
