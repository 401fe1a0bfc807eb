import * as z from 'zod/mini'
import { IdParams, Timestamp } from '../ids-schemas.ts'
import { UserCard } from './users-schemas.ts'

/** Whether the signed-in member blocked somebody. */
const Block = z.object({ isBlocked: z.boolean() })

export const BlockedMember = z.object({ user: UserCard, blockedAt: Timestamp })

export type BlockedMember = z.infer<typeof BlockedMember>

export const blockSchemas = {
  list: { response: z.array(BlockedMember) },
  show: { params: IdParams, response: Block },
  block: { params: IdParams, response: Block },
  unblock: { params: IdParams, response: Block },
}
