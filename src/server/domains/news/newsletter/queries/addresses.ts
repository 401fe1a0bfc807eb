import { sql } from 'kysely'
import type { NewsletterCounts } from '../../../../../contract/news/newsletter-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'

export async function countAddresses(executor: Executor): Promise<NewsletterCounts> {
  const { rows } = await sql<NewsletterCounts>`
    SELECT count(confirmed_at)::int AS confirmed, (count(*) - count(confirmed_at))::int AS waiting
    FROM newsletter_subscribers
  `.execute(executor)
  return rows[0]!
}

interface ConfirmedAddress {
  readonly id: number
  readonly email: string
  readonly confirmedAt: Date
}

/** Confirmed addresses after an id, in its order. */
export async function listConfirmed(
  executor: Executor,
  after: number,
  limit: number,
): Promise<ConfirmedAddress[]> {
  const { rows } = await sql<ConfirmedAddress>`
    SELECT id, email, confirmed_at AS "confirmedAt" FROM newsletter_subscribers
    WHERE id > ${after} AND confirmed_at IS NOT NULL ORDER BY id LIMIT ${limit}
  `.execute(executor)
  return rows
}
