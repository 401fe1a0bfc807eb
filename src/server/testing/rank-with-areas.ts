import { sql } from 'kysely'
import type { Area } from '../../contract/accounts/areas.ts'
import { levelsOf } from '../../contract/accounts/rank-admin.ts'
import type { Power, Rank } from '../../contract/accounts/ranks.ts'
import { loadRanks } from '../domains/accounts/ranks/rank-store.ts'
import type { Database } from '../platform/database/database.ts'

/** Stores a rank that holds its power in some areas, as Owners make it, and puts it into force in this process. */
export async function rankWithAreas(
  { sql: executor }: Pick<Database, 'sql'>,
  key: Rank,
  power: Power,
  areas: readonly Area[],
): Promise<Rank> {
  await sql`
    INSERT INTO ranks (key, number, name, colour, power, areas, level, position)
    SELECT ${key}, max(number) + 1, ${key}, '#ff66aa', ${power}, ${[...areas]}::text[], ${levelsOf[power][0]}::int, 9 FROM ranks
  `.execute(executor)
  await loadRanks(executor)
  return key
}
