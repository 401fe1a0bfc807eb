import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id } from '../ids-schemas.ts'

/** What goes on in a practice mode. */
export const PracticeToday = z.object({
  /** The practice mode. */
  id: Id,
  /** Game type of its board; null without one. */
  board: z.nullable(z.string()),
  /** Players in it now; null while no game server lists its players. */
  players: z.nullable(z.int()),
  /** Matches that ended on this UTC day, unranked ones included. */
  matches: z.int(),
  /** First of its board of all time; null without a board, or while that is empty. */
  first: z.nullable(z.object({ user: UserCard, points: z.int() })),
})

export type PracticeToday = z.infer<typeof PracticeToday>

export const practiceTodaySchemas = {
  list: {
    response: z.array(PracticeToday),
  },
}
