import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import { type Season, Seasons } from '../seasons.ts'

export async function readSeasons(executor: Executor): Promise<Seasons> {
  const { rows } = await sql<Season>`
    SELECT id, starts_at AS "startsAt", ends_at AS "endsAt", opened_at AS "openedAt", closed_at AS "closedAt" FROM seasons
  `.execute(executor)
  return new Seasons(rows)
}
