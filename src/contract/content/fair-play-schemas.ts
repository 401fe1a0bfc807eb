import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'

const whole = (min: number, max: number) => {
  const error = sentence(msg`must be a whole number from ${min} to ${max}`)
  return z.int({ error }).check(z.minimum(min, { error }), z.maximum(max, { error }))
}

/** Schema of fair-play.yaml: from where on the detector opens a case (docs/fair-play.md). */
export const FairPlayContent = z.strictObject({
  detector: z.strictObject({
    /** A pair within 24 hours. */
    oneSided: z.strictObject({
      matches: whole(3, 50),
      percentWon: whole(51, 100),
      percentOfUsualTime: whole(1, 100),
    }),
    /** A new account that quickly loses to one player; the time is the median of its losses. */
    feeding: z.strictObject({
      newDays: whole(1, 90),
      losses: whole(3, 50),
      percentLost: whole(51, 100),
      percentAgainstOne: whole(51, 100),
      percentOfUsualTime: whole(1, 100),
    }),
    /** Losses in a row without a kill, within 24 hours. */
    throwing: z.strictObject({ losses: whole(3, 50), percentOfUsualTime: whole(1, 100) }),
    /** Matches before and after a switch of input; the jump is of the share of wins. */
    inputSwitch: z.strictObject({
      before: whole(5, 50),
      after: whole(4, 30),
      percentJump: whole(10, 100),
    }),
  }),
})

export type FairPlayContent = z.infer<typeof FairPlayContent>
