import type { Kysely, Transaction } from 'kysely'
import type { DB } from '../../../../platform/schema.ts'

export type Executor = Kysely<DB> | Transaction<DB>
