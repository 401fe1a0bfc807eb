import { sql } from 'kysely'
import type { Message } from '../../../../contract/languages.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { englishOf, saidColumn } from '../../../platform/languages/stored-text.ts'
import type { TitledNotification } from '../../notifications/queries/notify.ts'

type Titled = Omit<TitledNotification, 'kind'>

export interface CupNotice extends Titled {
  readonly entrant: number
  readonly opponent: number | null
  /** The title with the name of the opponent, `opponent`, in it, where that has one. */
  readonly against: Message | null
}

/** Notifies the members whose players entrants are. */
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
    INSERT INTO notifications (user_id, kind, event_key, title, text, said, link)
    SELECT DISTINCT ON (users.id, "eventKey") users.id, 'cup', "eventKey", named.title, text,
      CASE WHEN named.name IS NULL THEN said
        ELSE jsonb_set(jsonb_set(against, '{title,english}', to_jsonb(named.title)), '{title,values,opponent}', to_jsonb(named.name))
      END, link
    FROM jsonb_to_recordset(${JSON.stringify(notices.map(stored))}::jsonb) AS notices ("eventKey" text, title text,
      text text, said jsonb, against jsonb, link text, opponent int, "identityIds" jsonb, "opponentIds" jsonb)
    CROSS JOIN LATERAL (SELECT name, left(notices.title || coalesce(': against ' || name, ''), 200) AS title
      FROM (SELECT coalesce((SELECT name FROM cup_teams WHERE event_id = ${eventId} AND id = opponent),
        (SELECT shown_name FROM users AS other JOIN game_identities AS theirs
          ON theirs.user_id = other.id WHERE theirs.id = ("opponentIds" ->> 0)::int)) AS name) AS found) AS named
    JOIN game_identities ON game_identities.id IN (SELECT value::int FROM jsonb_array_elements_text("identityIds"))
      AND forgotten_at IS NULL
    JOIN users ON users.id = game_identities.user_id AND users.username IS NOT NULL
    ON CONFLICT (user_id, event_key) DO NOTHING
  `.execute(transaction)
}

/** The columns of a notification. */
const stored = <Rest extends Titled & { readonly against?: Message | null }>({
  title,
  text,
  against,
  ...rest
}: Rest) => ({
  ...rest,
  title: englishOf(title),
  text: text && englishOf(text),
  said: JSON.parse(saidColumn({ title, text }) ?? 'null') as unknown,
  against: against && (JSON.parse(saidColumn({ title: against, text }) ?? 'null') as unknown),
})
