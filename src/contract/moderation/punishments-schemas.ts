import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { Id, IdText, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { dateTime, multiLine } from '../written-schemas.ts'
import { hasDuration, punishmentKinds, punishmentStates } from './punishments.ts'

const PunishmentKindSchema = z.enum(punishmentKinds, {
  error: sentence(msg`kind must be ban, mute, kick or warn`),
})

const common = {
  id: z.uuid(),
  kind: PunishmentKindSchema,
  reason: z.string(),
  at: Timestamp,
  /** The end as it is now; null when permanent, or of no duration. */
  until: z.nullable(Timestamp),
  state: z.enum(punishmentStates),
}

/** As the punished player sees it. */
export const OwnPunishment = z.object(common)

export type OwnPunishment = z.infer<typeof OwnPunishment>

/** As staff see it. */
export const Punishment = z.object({
  ...common,
  userId: Id,
  /** Where it was given. */
  source: z.enum(['game', 'site']),
  /** Who gave it, as named in game or on the site; null when unknown or deleted. */
  by: z.nullable(z.string()),
  /** The game server that sent it. */
  server: z.nullable(z.string()),
  /** Whether a game server has said that it is in force. */
  confirmed: z.boolean(),
  liftedAt: z.nullable(Timestamp),
  liftReason: z.nullable(z.string()),
})

export type Punishment = z.infer<typeof Punishment>

const reason = multiLine({ name: 'Reason', min: 1, max: 500 })

export const PunishmentReason = z.strictObject({ reason })

const NewPunishment = z
  .strictObject({
    userId: Id,
    kind: PunishmentKindSchema,
    /** Read by the player. */
    reason,
    /** The end, ahead of now; null for good. A kick and a warning have none. */
    until: z._default(z.nullable(dateTime('The end')), null),
    /** The open case from which it is given: refused while a colleague has claimed it. */
    caseId: z.optional(Id),
  })
  .check(
    z.refine(({ kind, until }) => hasDuration(kind) || until === null, {
      error: sentence(msg`A kick and a warning have no duration`),
      path: ['until'],
    }),
  )

export type NewPunishment = z.infer<typeof NewPunishment>

export const punishmentSchemas = {
  list: {
    scope: 'write:punishments' as const,
    query: z.object({ userId: IdText }),
    response: z.array(Punishment),
  },
  create: { scope: 'write:punishments' as const, body: NewPunishment, response: Punishment },
  lift: {
    scope: 'write:punishments' as const,
    params: z.object({ id: z.uuid({ error: sentence(msg`Must be the id of a punishment`) }) }),
    body: PunishmentReason,
    response: Punishment,
  },
  mine: { response: z.array(OwnPunishment) },
}
