import { sql } from 'kysely'
import type { Executor } from '../../../../platform/database/database.ts'
import { readWaiting, type Waiting } from '../../../../platform/jobs/waiting.ts'
import type { RecordWords } from '../../../../platform/languages/record-words.ts'

/** Type of the mail request in the outbox. */
export const issueRequest = 'newsletter.issue'

/** A mail that is not sent after this many days is old news. */
export const issueDays = 3

/**
 * Queues a published item for all who have confirmed their address. One that was sent stays as it is; one that was
 * taken back meanwhile takes a slot again, its own while no other item took it. False when no slot is free.
 */
export async function queueIssue(transaction: Executor, newsId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM newsletter_issues WHERE news_id = ${newsId} AND halted_at IS NULL
  `.execute(transaction)
  if (rows.length > 0) return true
  const { rows: queued } = await sql`
    WITH slot AS (
      UPDATE newsletter_slots SET taken_at = statement_timestamp(), news_id = ${newsId} WHERE number = (
        SELECT number FROM newsletter_slots
        WHERE taken_at <= statement_timestamp() - interval '1 day' OR news_id = ${newsId}
        ORDER BY news_id = ${newsId} DESC NULLS LAST, number LIMIT 1 FOR UPDATE)
      RETURNING number
    )
    INSERT INTO newsletter_issues (news_id) SELECT ${newsId}::int FROM slot
    ON CONFLICT (news_id) DO UPDATE SET halted_at = NULL, created_at = now() RETURNING news_id
  `.execute(transaction)
  return queued.length > 0
}

/** Ends the sending of an item that is taken back: an issue that nobody was queued for was none. */
export async function haltIssue(transaction: Executor, newsId: number): Promise<void> {
  await sql`
    DELETE FROM newsletter_issues WHERE news_id = ${newsId} AND done_at IS NULL AND last_subscriber_id = 0
  `.execute(transaction)
  await sql`
    UPDATE newsletter_issues SET halted_at = coalesce(halted_at, now()) WHERE news_id = ${newsId} AND done_at IS NULL
  `.execute(transaction)
}

/** Items that were taken back wait until they are published again. */
const waitingIssues = sql`newsletter_issues JOIN news ON news.id = news_id
      WHERE done_at IS NULL AND halted_at IS NULL AND published_at IS NOT NULL
        AND newsletter_issues.created_at > now() - make_interval(days => ${issueDays})`

/** Whether an issue waits, or somebody for the mail that confirms an address. */
export const areNewslettersDue = () => sql`(EXISTS (SELECT FROM ${waitingIssues})
  OR EXISTS (SELECT FROM newsletter_subscribers WHERE mail_due_at <= now()))`

/**
 * Queues the mails of the oldest waiting issue to its next `limit` subscribers; one statement, so all of it or nothing.
 * Returns how many, and undefined when no issue waits.
 */
export async function queueIssueMails(executor: Executor, limit: number): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    WITH issue AS (
      SELECT news_id, last_subscriber_id, newsletter_issues.created_at
      FROM ${waitingIssues}
      ORDER BY news_id LIMIT 1 FOR UPDATE OF newsletter_issues SKIP LOCKED
    ), portion AS (
      SELECT id FROM newsletter_subscribers
      WHERE id > (SELECT last_subscriber_id FROM issue) AND confirmed_at <= (SELECT created_at FROM issue)
      ORDER BY id LIMIT ${limit} FOR KEY SHARE
    ), mails AS (
      INSERT INTO newsletter_mails (news_id, subscriber_id) SELECT news_id, id FROM issue CROSS JOIN portion
      ON CONFLICT DO NOTHING RETURNING news_id, subscriber_id
    ), queued AS (
      INSERT INTO outbox (channel, type, data)
      SELECT 'mail', ${issueRequest}, jsonb_build_object('newsId', news_id, 'subscriberId', subscriber_id) FROM mails
    )
    UPDATE newsletter_issues SET
      last_subscriber_id = coalesce((SELECT max(id) FROM portion), newsletter_issues.last_subscriber_id),
      done_at = CASE WHEN (SELECT count(*) FROM portion) < ${limit} THEN now() END
    FROM issue WHERE newsletter_issues.news_id = issue.news_id
    RETURNING (SELECT count(*)::int FROM mails) AS count
  `.execute(executor)
  return rows[0]?.count
}

/** Published items that not all subscribers have in their outbox yet. */
export const readWaitingIssues = (executor: Executor): Promise<Waiting> =>
  readWaiting(
    executor,
    sql`SELECT newsletter_issues.created_at AS since FROM newsletter_issues JOIN news ON news.id = news_id
      WHERE done_at IS NULL AND halted_at IS NULL AND published_at IS NOT NULL
        AND newsletter_issues.created_at > now() - make_interval(days => ${issueDays})
      ORDER BY news_id`,
  )

interface IssueMail {
  readonly id: number
  /** Of the subscriber. */
  readonly language: string | null
  readonly email: string
  readonly slug: string
  readonly title: string
  readonly summary: string
  readonly words: RecordWords
}

/** Undefined when the item was taken back or deleted, or the address was. */
export async function findIssueMail(
  executor: Executor,
  newsId: number,
  subscriberId: number,
): Promise<IssueMail | undefined> {
  const { rows } = await sql<IssueMail>`
    SELECT subscriber.id, email, language, slug, title, summary, words FROM newsletter_subscribers AS subscriber, news
    WHERE subscriber.id = ${subscriberId} AND confirmed_at IS NOT NULL AND news.id = ${newsId} AND published_at IS NOT NULL
  `.execute(executor)
  return rows[0]
}
