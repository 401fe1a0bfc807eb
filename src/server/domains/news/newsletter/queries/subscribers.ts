import { sql } from 'kysely'
import { unconfirmedDays } from '../../../../../contract/news/newsletter.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import type { Subscriber } from '../token.ts'

/** Type of the mail request in the outbox. */
export const confirmationRequest = 'newsletter.confirmation'

/**
 * The same statement for every address, so that neither the response nor its time says which are known. The language of
 * a confirmed one stays: somebody else may have entered it.
 */
export async function storeRequest(
  executor: Executor,
  email: string,
  language: string | undefined,
): Promise<void> {
  await sql`
    INSERT INTO newsletter_subscribers AS old (email, language) VALUES (${email}, ${language ?? null})
    ON CONFLICT (lower(email)) DO UPDATE SET requested_at = now(),
      language = CASE WHEN old.confirmed_at IS NULL THEN coalesce(excluded.language, old.language) ELSE old.language END,
      mail_due_at = CASE
      WHEN old.confirmed_at IS NULL AND old.mailed_at <= now() - interval '1 day' THEN now() ELSE old.mail_due_at END
  `.execute(executor)
}

const hashOfAddress = sql`sha256(key || convert_to(lower(email), 'UTF8'))`

/**
 * Queues up to `limit` confirmation mails that are due, and returns how many. An address that was deleted and entered
 * again within a day of its last mail waits for the end of that day.
 */
export async function queueConfirmations(executor: Executor, limit: number): Promise<number> {
  const { rows } = await sql`
    WITH due AS (
      SELECT id, ${hashOfAddress} AS hash FROM newsletter_subscribers CROSS JOIN newsletter_key
      WHERE mail_due_at <= now() ORDER BY mail_due_at LIMIT ${limit} FOR UPDATE OF newsletter_subscribers SKIP LOCKED
    ), mailed AS (
      INSERT INTO newsletter_mailed AS old (hash) SELECT hash FROM due ORDER BY hash
      ON CONFLICT (hash) DO UPDATE SET mailed_at = now() WHERE old.mailed_at <= now() - interval '1 day'
      RETURNING hash
    ), queued AS (
      INSERT INTO outbox (channel, type, data)
      SELECT 'mail', ${confirmationRequest}, jsonb_build_object('subscriberId', id) FROM due JOIN mailed USING (hash)
    )
    UPDATE newsletter_subscribers AS subscriber SET
      mailed_at = CASE WHEN mailed.hash IS NULL THEN mailed_at ELSE now() END,
      mail_due_at = CASE WHEN mailed.hash IS NULL THEN interval '1 day' + coalesce(
        (SELECT before.mailed_at FROM newsletter_mailed AS before WHERE before.hash = due.hash), now()) END
    FROM due LEFT JOIN mailed USING (hash) WHERE subscriber.id = due.id RETURNING subscriber.id
  `.execute(executor)
  return rows.length
}

/** Number of newsletter mails in the outbox that were not tried `attempts` times yet. */
export async function countWaitingMails(executor: Executor, attempts: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM outbox
    WHERE channel = 'mail' AND done_at IS NULL AND type LIKE 'newsletter.%' AND attempts < ${attempts}
  `.execute(executor)
  return rows[0]!.count
}

export async function readKey(executor: Executor): Promise<Buffer> {
  const { rows } = await sql<{ key: Buffer }>`SELECT key FROM newsletter_key`.execute(executor)
  const [row] = rows
  if (row === undefined) throw new Error('the key for the links of the newsletter is missing')
  return row.key
}

export async function findSubscriber(
  executor: Executor,
  id: number,
): Promise<(Subscriber & { readonly isConfirmed: boolean; readonly language: string | null }) | undefined> {
  const { rows } = await sql<Subscriber & { isConfirmed: boolean; language: string | null }>`
    SELECT id, email, language, confirmed_at IS NOT NULL AS "isConfirmed" FROM newsletter_subscribers WHERE id = ${id}
  `.execute(executor)
  return rows[0]
}

/** False when the address was deleted. The first confirmation counts. */
export async function confirmSubscriber(executor: Executor, id: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE newsletter_subscribers SET confirmed_at = coalesce(confirmed_at, now()), mail_due_at = NULL
    WHERE id = ${id} RETURNING id
  `.execute(executor)
  return rows.length > 0
}

/** That of a deleted account, which comes back with it. */
export async function findHiddenSubscriber(executor: Executor, id: number): Promise<Subscriber | undefined> {
  const { rows } = await sql<Subscriber>`
    SELECT (content ->> 'id')::int AS id, content ->> 'email' AS email FROM hidden_rows
    WHERE table_name = 'newsletter_subscribers' AND (content ->> 'id')::int = ${id}
  `.execute(executor)
  return rows[0]
}

/** Also of a deleted account that may come back, by the address as well: it was entered again meanwhile. */
export async function deleteSubscriber(executor: Executor, { id, email }: Subscriber): Promise<void> {
  await sql`
    WITH hidden AS (
      DELETE FROM hidden_rows WHERE table_name = 'newsletter_subscribers'
        AND ((content ->> 'id')::int = ${id} OR lower(content ->> 'email') = lower(${email}))
    )
    DELETE FROM newsletter_subscribers WHERE id = ${id} OR lower(email) = lower(${email})
  `.execute(executor)
}

/** Deletes addresses that nobody confirmed, and the hashes of the day before. */
export async function sweepNewsletter(executor: Executor): Promise<void> {
  await sql`
    DELETE FROM newsletter_subscribers
    WHERE confirmed_at IS NULL AND requested_at < now() - make_interval(days => ${unconfirmedDays})
  `.execute(executor)
  await sql`DELETE FROM newsletter_mailed WHERE mailed_at < now() - interval '1 day'`.execute(executor)
}
