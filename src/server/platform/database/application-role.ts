import type { ClientBase } from 'pg'

/** Append-only tables. Triggers enforce this for their owner as well. */
const appendOnly = [
  'matches',
  'match_players',
  'match_facts',
  'match_voids',
  'rulings',
  'punishments',
  'punishment_changes',
  'ruling_matches',
  'ruling_decisions',
  'audit_log',
  'hands',
  'identity_hash_key',
  'deleted_accounts',
  'push_keys',
  'tag_authority',
] as const

/** Grants the application role access to rows of existing and future tables, never to the schema. Idempotent. */
export const grantApplicationRole = async (owner: ClientBase, role: string): Promise<void> => {
  const to = owner.escapeIdentifier(role)
  await owner.query(`
    GRANT USAGE ON SCHEMA public TO ${to};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${to};
    GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${to};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${to};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${to};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO ${to};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT EXECUTE ON FUNCTIONS TO ${to};
  `)
  for (const table of appendOnly) {
    // The table does not exist before its migration has run.
    const { rows } = await owner.query(`SELECT to_regclass('public.${table}') IS NOT NULL AS there`)
    if (rows[0].there) await owner.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${to}`)
  }
}
