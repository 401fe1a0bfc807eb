import * as z from 'zod/mini'
import { Login, OwnUser, Password } from './users-schemas.ts'

const AccountDeletion = z.object({
  password: Password,
  /** Deletes the account at once, so that nobody can restore it. */
  now: z.optional(z.boolean()),
})

export const accountSchemas = {
  export: {},
  remove: {
    body: AccountDeletion,
  },
  restore: {
    body: Login,
    response: OwnUser,
  },
}
