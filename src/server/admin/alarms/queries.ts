import { sql } from 'kysely'
import type { Executor } from '../../platform/database/database.ts'
import type { DatabaseOutage } from '../../platform/live/live-hub.ts'
import { type AlarmName, alarmNames, alarmRules, type Found, type Outage, thisMachine } from './rules.ts'

export interface StoredAlarm {
  readonly name: AlarmName
  readonly place: string
  readonly since: Date
}

const nameAndPlace = (outages: readonly Outage[]) =>
  sql`SELECT * FROM unnest(${outages.map(({ name }) => name)}::text[], ${outages.map(({ place }) => place)}::text[])
    AS found (name, place)`

/** Condition for an alarm of these names that this machine looks at. */
const isAmong = (names: readonly AlarmName[]) =>
  sql`place IN ('', ${thisMachine}) AND name = ANY (${[...names]}::text[])`

/** Records when each outage began. What could not be looked at counts as seen. */
export async function noteOutages(transaction: Executor, { outages, failed }: Found): Promise<void> {
  await sql`
    INSERT INTO alarms (name, place) ${nameAndPlace(outages)} ORDER BY name, place
    ON CONFLICT (name, place) DO UPDATE SET seen_at = now()
  `.execute(transaction)
  await sql`UPDATE alarms SET seen_at = now() WHERE ${isAmong(failed)}`.execute(transaction)
}

/**
 * Deletes outages that are over, and returns those that were reported. Each machine looks at its own disk only, and what
 * could not be looked at stays as it is.
 */
export async function endAlarms(transaction: Executor, { outages, failed }: Found): Promise<StoredAlarm[]> {
  await sql`DELETE FROM alarms WHERE seen_at < now() - interval '1 hour'`.execute(transaction)
  const checked = alarmNames.filter((name) => !failed.includes(name))
  const { rows } = await sql<StoredAlarm & { toldAt: Date | null }>`
    DELETE FROM alarms WHERE ${isAmong(checked)} AND (name, place) NOT IN (${nameAndPlace(outages)})
    RETURNING name, place, since, told_at AS "toldAt"
  `.execute(transaction)
  return rows.filter(({ toldAt }) => toldAt !== null)
}

/** Claims outages that have lasted long enough to be reported: one process gets each. */
export async function dueAlarms(transaction: Executor): Promise<StoredAlarm[]> {
  const rules = Object.entries(alarmRules)
  const { rows } = await sql<StoredAlarm>`
    UPDATE alarms SET told_at = now()
    FROM unnest(${rules.map(([name]) => name)}::text[], ${rules.map(([, { afterMinutes }]) => afterMinutes)}::int[])
      AS rules (name, minutes)
    WHERE rules.name = alarms.name AND told_at IS NULL AND place IN ('', ${thisMachine})
      AND since <= now() - make_interval(mins => minutes)
    RETURNING alarms.name, place, since
  `.execute(transaction)
  return rows
}

/** It was asked for five minutes and never answered, and did within the last 30 days. */
export async function isGameServerSilent(executor: Executor): Promise<boolean> {
  const { rows } = await sql<{ isSilent: boolean }>`
    SELECT coalesce(sum(asked) > 0 AND sum(answered) = 0 AND min(minute) <= now() - interval '5 minutes', false)
      AND EXISTS (SELECT FROM status_hours WHERE hour > now() - interval '30 days' AND answered > 0) AS "isSilent"
    FROM status_minutes WHERE minute > now() - interval '6 minutes'
  `.execute(executor)
  return rows[0]!.isSilent
}

/** Why mail is refused: one was tried three times, and none has gone out since it was queued. */
export async function refusedMail(executor: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ reason: string }>`
    WITH mails AS (
      SELECT created_at, attempts, last_error, done_at FROM outbox WHERE channel = 'mail'
      UNION ALL
      SELECT created_at, attempts, last_error, done_at FROM notification_deliveries WHERE channel = 'mail'
    )
    SELECT coalesce(last_error, '') AS reason FROM mails
    WHERE done_at IS NULL AND attempts >= 3
      -- Found once, not for each mail that waits.
      AND created_at >= (SELECT coalesce(max(done_at), '-infinity') FROM mails WHERE last_error IS NULL)
    ORDER BY created_at DESC LIMIT 1
  `.execute(executor)
  return rows[0]?.reason
}

/** Why Discord refuses: of a kind with a webhook, the newest message that ended, or waits after four attempts, failed. */
export async function refusedByDiscord(
  executor: Executor,
  kinds: readonly string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ kind: string; reason: string }>`
    SELECT kind, reason FROM (
      SELECT DISTINCT ON (kind) kind, sent_at, coalesce(last_error, '') AS reason FROM discord_messages
      WHERE kind = ANY (${[...kinds]}::text[]) AND (sent_at IS NOT NULL OR failed_at IS NOT NULL OR attempts >= 4)
      ORDER BY kind, coalesce(sent_at, failed_at, now()) DESC
    ) AS newest
    WHERE sent_at IS NULL ORDER BY kind
  `.execute(executor)
  return rows.length === 0 ? undefined : rows.map(({ kind, reason }) => `${kind}: ${reason}`).join('\n')
}

/** Which webhooks the site turned off, because their receivers were gone or failed for days. */
export async function disabledWebhooks(executor: Executor): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    SELECT coalesce(nullif(description, ''), substring(url FROM '://([^/?#]+)'), '') AS name FROM webhooks
    WHERE disabled_for IS NOT NULL ORDER BY id
  `.execute(executor)
  return rows.length === 0 ? undefined : rows.map(({ name }) => name).join(', ')
}

/**
 * Stores when this process could not reach the database, and returns whether it is the first to report it: what other
 * processes saw at the same time is one outage.
 */
export async function claimDatabaseOutage(
  transaction: Executor,
  { from, to }: DatabaseOutage,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO alarms (name, place, since, seen_at, told_at) VALUES ('database', '', ${from}, ${to}, now())
    ON CONFLICT (name, place) DO UPDATE SET since = excluded.since, seen_at = excluded.seen_at, told_at = now()
      WHERE alarms.seen_at < excluded.since
    RETURNING name
  `.execute(transaction)
  return rows.length > 0
}

/** Whether this process is the one that looks at the certificate of an address today. */
export async function claimCertificateCheck(executor: Executor, origin: string): Promise<boolean> {
  await sql`DELETE FROM served_certificates WHERE checked_at < now() - interval '2 days'`.execute(executor)
  const { rows } = await sql`
    INSERT INTO served_certificates (origin) VALUES (${origin})
    ON CONFLICT (origin) DO UPDATE SET checked_at = now()
      WHERE served_certificates.checked_at <= now() - interval '1 day'
    RETURNING origin
  `.execute(executor)
  return rows.length > 0
}

/** One that could not be read is read again within the hour. */
export const retryCertificateCheck = (executor: Executor, origin: string) =>
  sql`UPDATE served_certificates SET checked_at = now() - interval '23 hours' WHERE origin = ${origin}`.execute(
    executor,
  )

export async function storeCertificate(executor: Executor, origin: string, validUntil: Date): Promise<void> {
  await sql`UPDATE served_certificates SET valid_until = ${validUntil} WHERE origin = ${origin}`.execute(
    executor,
  )
}

/** Null while it is not known. */
export async function certificateValidUntil(executor: Executor, origin: string): Promise<Date | null> {
  const { rows } = await sql<{ validUntil: Date | null }>`
    SELECT valid_until AS "validUntil" FROM served_certificates WHERE origin = ${origin}
  `.execute(executor)
  return rows[0]?.validUntil ?? null
}
