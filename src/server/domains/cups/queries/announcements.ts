import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import { entrantAccount, entrantName, entrantNames } from './people.ts'

export async function isAnnounced(executor: Executor, eventKey: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM discord_messages WHERE event_key = ${eventKey}`.execute(executor)
  return rows.length > 0
}

/** Entrants who were announced as champion of a cup, one after the other. */
export async function findAnnouncedChampions(executor: Executor, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ entrant: number }>`
    SELECT split_part(event_key, ':', 5)::int AS entrant FROM discord_messages
    WHERE event_key LIKE ${`cup:${eventId}:champion:%`} ORDER BY id
  `.execute(executor)
  return rows.map(({ entrant }) => entrant)
}

/** The name of an entrant, with the account that it is of; undefined when that was deleted. */
export async function findEntrantName(
  executor: Executor,
  eventId: number,
  entrant: number,
): Promise<{ readonly name: string; readonly accountId: number | null } | undefined> {
  const { rows } = await sql<{ name: string; accountId: number | null }>`
    SELECT ${entrantName} AS name, ${entrantAccount} AS "accountId" FROM cup_entrants ${entrantNames}
    WHERE cup_entrants.event_id = ${eventId} AND entrant = ${entrant}
      AND (team.id IS NOT NULL OR player.id IS NOT NULL)
  `.execute(executor)
  return rows[0]
}
