import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { answeredLists, decisionKinds, numbersPeriods, overturnable } from './numbers.ts'

export const NumbersPeriod = z.enum(numbersPeriods, { error: sentence(msg`days must be 7, 30 or 90`) })

export const StaffNumbers = z.object({
  lists: z.array(
    z.object({
      list: z.enum(answeredLists),
      /** Number of items that had their first reply or decision in the period. */
      answered: z.int(),
      /** Half of them waited less than this; null without any. */
      medianSeconds: z.nullable(z.int()),
      /** What waits for staff now, by its age in days: below 1, 1 to 3, 3 to 7, and older. */
      open: z.object({ day: z.int(), threeDays: z.int(), week: z.int(), older: z.int() }),
    }),
  ),
  /** Who decided something in the period, in alphabetical order. */
  people: z.array(
    z.object({
      id: Id,
      /** Null for a deleted account. */
      username: z.nullable(z.string()),
      decisions: z.record(z.enum(decisionKinds), z.int()),
    }),
  ),
  /** Decisions of the period, and how many of them did not stand. */
  overturned: z.array(z.object({ kind: z.enum(overturnable), decided: z.int(), overturned: z.int() })),
})

export type StaffNumbers = z.infer<typeof StaffNumbers>
