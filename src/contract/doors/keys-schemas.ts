import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import { UserCard } from '../accounts/users-schemas.ts'
import { Id, IdParams, Timestamp } from '../ids-schemas.ts'
import { sentence } from '../sentences.ts'
import { nameLine } from '../written-schemas.ts'
import { apiKeyLimits } from './keys.ts'
import { apiScopes } from './scopes.ts'

const scopesError = sentence(msg`scopes must be a list of ${{ all: apiScopes.join(', ') }}`)
const daysError = sentence(
  msg`expiresInDays must be a whole number from ${{ min: apiKeyLimits.days.min }} to ${{ max: apiKeyLimits.days.max }}`,
)

const Scope = z.enum(apiScopes, { error: scopesError })

/** An API key as its maker sees it. The secret is shown once, when it is made. */
export const ApiKeyRecord = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** Within a minute; null: never. */
  lastUsedAt: z.nullable(Timestamp),
})

export type ApiKeyRecord = z.infer<typeof ApiKeyRecord>

export const StaffKeyRecord = z.extend(ApiKeyRecord, { maker: UserCard })

export type StaffKeyRecord = z.infer<typeof StaffKeyRecord>

export const NewApiKey = z.strictObject({
  name: nameLine({ name: 'Name', min: 1, max: apiKeyLimits.name }),
  /** `read` is part of each key. */
  scopes: z._default(
    z.array(Scope, { error: scopesError }).check(z.maxLength(apiScopes.length, { error: scopesError })),
    ['read'],
  ),
  expiresInDays: z._default(
    z
      .int({ error: daysError })
      .check(
        z.minimum(apiKeyLimits.days.min, { error: daysError }),
        z.maximum(apiKeyLimits.days.max, { error: daysError }),
      ),
    apiKeyLimits.days.default,
  ),
})

export type NewApiKey = z.infer<typeof NewApiKey>

export const keySchemas = {
  current: {
    stable: { example: '/api/key' },
    response: z.object({
      name: z.string(),
      /** Those for which the maker has the power now. */
      scopes: z.array(z.enum(apiScopes)),
      expiresAt: Timestamp,
      /** Requests in the present window; null where limits are switched off. */
      limit: z.nullable(z.object({ requests: z.int(), remaining: z.int(), resetSeconds: z.int() })),
    }),
  },
  list: { response: z.array(ApiKeyRecord) },
  create: { body: NewApiKey, response: z.object({ key: ApiKeyRecord, secret: z.string() }) },
  remove: { params: IdParams },
  ofStaff: { response: z.array(StaffKeyRecord) },
  removeOfStaff: { params: IdParams },
}
