import { sql } from 'kysely'
import type { SecretName } from '../../../../contract/content/secrets.ts'
import type { Executor } from '../../../platform/database/database.ts'

export interface StoredSecret {
  readonly name: string
  readonly encrypted: Buffer
  readonly at: Date
}

export const listSecrets = (executor: Executor): Promise<StoredSecret[]> =>
  executor.selectFrom('secrets').select(['name', 'encrypted', 'at']).orderBy('name').execute()

export async function storeSecret(executor: Executor, name: SecretName, encrypted: Buffer): Promise<void> {
  await sql`
    INSERT INTO secrets (name, encrypted) VALUES (${name}, ${encrypted})
    ON CONFLICT (name) DO UPDATE SET encrypted = excluded.encrypted, at = now()
  `.execute(executor)
}

/** Returns whether there was one. */
export async function deleteSecret(executor: Executor, name: SecretName): Promise<boolean> {
  const { rows } = await sql`DELETE FROM secrets WHERE name = ${name} RETURNING 1`.execute(executor)
  return rows.length > 0
}
