import type { ClientBase } from 'pg'

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
}
