import { sql } from 'kysely'
import type { Executor } from '../../../platform/database.ts'

export interface Said {
  /** Names the event: nobody is notified of it twice. */
  readonly eventKey: string
  /** At most 200 characters. */
  readonly title: string
  readonly text: string | null
  /** Path of the site. */
  readonly link: string
}

export interface CupNotice extends Said {
  readonly entrant: number
  readonly opponent: number | null
}

/** Notifies the members whose players entrants are. The name of an opponent follows the title. */
export async function notifyEntrants(
  transaction: Executor,
  eventId: number,
  notices: readonly (CupNotice & {
    readonly identityIds: readonly number[]
    readonly opponentIds: readonly number[]
  })[],
): Promise<void> {
  if (notices.length === 0) return
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, title, text, link)
    SELECT DISTINCT ON (users.id, "eventKey") users.id, 'cup', "eventKey",
      left(title || coalesce(': against ' || coalesce(
        (SELECT name FROM cup_teams WHERE event_id = ${eventId} AND id = opponent),
        (SELECT shown_name FROM users AS other JOIN game_identities AS theirs
          ON theirs.user_id = other.id WHERE theirs.id = ("opponentIds" ->> 0)::int)), ''), 200), text, link
    FROM jsonb_to_recordset(${JSON.stringify(notices)}::jsonb) AS notices ("eventKey" text, title text, text text,
      link text, opponent int, "identityIds" jsonb, "opponentIds" jsonb)
    JOIN game_identities ON game_identities.id IN (SELECT value::int FROM jsonb_array_elements_text("identityIds"))
      AND forgotten_at IS NULL
    JOIN users ON users.id = game_identities.user_id AND users.username IS NOT NULL
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

/** Notifies members. */
export async function notifyMembersOfCup(
  transaction: Executor,
  userIds: readonly number[],
  { eventKey, title, text, link }: Said,
): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, title, text, link)
    SELECT user_id, 'cup', ${eventKey}, left(${title}, 200), ${text}, ${link}
    FROM unnest(${[...userIds]}::int[]) AS user_id ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

/** Notifies everybody who registered for the event of a cup. */
export async function notifyRegisteredOfCup(
  transaction: Executor,
  eventId: number,
  { eventKey, title, text, link }: Said,
): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, event_key, title, text, link)
    SELECT user_id, 'cup', ${eventKey}, left(${title}, 200), ${text}, ${link} FROM event_registrations
    WHERE event_id = ${eventId} ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}
