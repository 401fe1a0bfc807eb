import type { ClientBase } from 'pg'

/** Tables that the site writes and never changes; triggers hold their owner to it as well. */
const appendOnly = [
  'matches',
  'match_players',
  'match_voids',
  'audit_log',
  'identity_hash_key',
  'deleted_accounts',
] as const

/**
 * Gives the application role rows, and nothing else: the owner alone changes the schema. Said of the tables that
 * exist and of those to come, by their owner; harmless to repeat.
 */
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
    // Before its migration has run there is nothing to protect.
    const { rows } = await owner.query(`SELECT to_regclass('public.${table}') IS NOT NULL AS there`)
    if (rows[0].there) await owner.query(`REVOKE UPDATE, DELETE, TRUNCATE ON ${table} FROM ${to}`)
  }
}
