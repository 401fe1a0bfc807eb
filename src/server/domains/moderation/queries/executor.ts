import type { Kysely } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/** The database, or a transaction of it. */
export type Executor = Kysely<DB>
