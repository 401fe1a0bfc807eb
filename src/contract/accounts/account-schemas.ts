import * as z from 'zod/mini'
import { Password } from './users-schemas.ts'

export const AccountDeletion = z.object({ password: Password })

export const accountSchemas = {
  export: {},
  remove: {
    body: AccountDeletion,
  },
}
