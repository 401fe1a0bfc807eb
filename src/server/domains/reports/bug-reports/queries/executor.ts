import type { Kysely } from 'kysely'
import type { DB } from '../../../../platform/schema.ts'

/** The database or a transaction on it. */
export type Executor = Kysely<DB>
