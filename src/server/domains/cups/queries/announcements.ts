import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'
import { entrantNames } from './people.ts'

export async function isAnnounced(executor: Executor, eventKey: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM discord_messages WHERE event_key = ${eventKey}`.execute(executor)
  return rows.length > 0
}

/** Accounts that were announced as champion of a cup, one after the other. */
export async function findAnnouncedChampions(executor: Executor, eventId: number): Promise<number[]> {
  const { rows } = await sql<{ account: number }>`
    SELECT player_id AS account FROM discord_messages WHERE event_key LIKE ${`cup:${eventId}:champion:%`}
    ORDER BY discord_messages.id
  `.execute(executor)
  return rows.map(({ account }) => account)
}

/** The account of an entrant with its name; undefined when it was deleted. */
export async function findEntrantAccount(
  executor: Executor,
  eventId: number,
  entrant: number,
): Promise<{ readonly id: number; readonly name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT player.id, player.shown_name AS name FROM cup_entrants ${entrantNames}
    WHERE event_id = ${eventId} AND entrant = ${entrant} AND player.id IS NOT NULL
  `.execute(executor)
  return rows[0]
}
