import type { Database } from '../../../platform/database/database.ts'
import { seedShippedNames } from './queries.ts'

/** Gives the modes that ship the names of the content folder once; from then on staff name them. */
export const seedModeNames = (
  { sql }: Pick<Database, 'sql'>,
  names: Readonly<Record<string, string>>,
): Promise<void> => sql.transaction().execute((transaction) => seedShippedNames(transaction, names))
