import { sql } from 'kysely'
import type { Executor } from '../../../platform/database/database.ts'
import type { DomainEvents } from '../../../platform/live/domain-events.ts'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const newsData: readonly PersonalData[] = [
  {
    // Of the verified address only: another one may be somebody else's.
    name: 'newsletter',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('email', subscriber.email, 'requestedAt', requested_at, 'mailedAt', mailed_at,
        'confirmedAt', confirmed_at, 'language', subscriber.language) AS record
      FROM newsletter_subscribers AS subscriber JOIN verified_emails AS own ON lower(own.email) = lower(subscriber.email)
      WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'news',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'title', title, 'createdAt', created_at, 'publishedAt', published_at)
        AS record
      FROM news WHERE author_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]

/** Of a verified address only: another one may be somebody else's. */
export async function deleteSubscriptionOf(transaction: Executor, userId: number): Promise<void> {
  await sql`
    DELETE FROM newsletter_subscribers USING verified_emails AS own
    WHERE own.user_id = ${userId} AND lower(newsletter_subscribers.email) = lower(own.email)
  `.execute(transaction)
}

export const hideSubscriptionOf = ({ userId, hideRows }: DomainEvents['accountHidden']): Promise<void> =>
  hideRows(
    'newsletter_subscribers',
    sql`lower(one.email) IN (SELECT lower(own.email) FROM verified_emails AS own WHERE own.user_id = ${userId})`,
  )
