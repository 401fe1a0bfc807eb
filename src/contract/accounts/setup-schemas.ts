import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { sentence } from '../sentences.ts'
import { OwnUser, Password, Username } from './users-schemas.ts'

const incomplete = sentence(msg`This link is not complete. Copy all of it.`)

export const setupSchemas = {
  state: {
    response: z.object({ open: z.literal(true) }),
  },
  makeOwner: {
    body: z.object({
      /** What the link carries behind its #. */
      token: z.string({ error: incomplete }).check(z.trim(), z.maxLength(200, { error: incomplete })),
      username: Username,
      password: Password,
    }),
    response: OwnUser,
  },
}
