import { type RawBuilder, sql } from 'kysely'
import { RefusedError, RetryAfterError } from '../../gateways/failures.ts'
import type { Database, Executor } from '../database/database.ts'
import type { Logger } from '../logs/logger.ts'

export interface Claimed {
  /** This one included. */
  readonly attempts: number
  /** Since when it waits, for a queue with `maxDays`. */
  readonly queuedAt?: Date
}

export interface ClaimLimits {
  readonly limit: number
  readonly leaseSeconds: number
}

/** A table from which processes take what is due, and in which they note what became of it. */
export interface Queue<One extends Claimed> {
  /** As operators read it in the log. */
  readonly name: string
  /** After this many attempts there is no other, whether one was refused, failed or ended the process. */
  readonly maxAttempts: number
  /** What is older is not tried again, also when the receiver only asked for a pause. Unset: `claim` leaves it out. */
  readonly maxDays?: number
  /** Takes some for a lease, in which no other process does. `due`: with those that it put off at once. */
  readonly claim: (
    executor: Executor,
    limits: ClaimLimits,
  ) => Promise<{ readonly items: readonly One[]; readonly due: number }>
  /** With the reason why it ended without success, if it did. */
  readonly end: (executor: Executor, one: One, refusal?: string) => Promise<void>
  /** `retryAfter`: the seconds that the receiver asked for, if it did. */
  readonly postpone: (executor: Executor, one: One, reason: string, retryAfter?: number) => Promise<void>
}

interface Site {
  readonly database: Pick<Database, 'sql'>
  readonly log: Logger
}

/** One attempt ends before its lease does, so that no other process makes one at the same time. */
export const limits = { batch: 1, attemptMs: 60_000, leaseSeconds: 120 }

/**
 * Attempts what is due, a batch at once, and returns how much there was and how much of it is to be tried again. An
 * attempt rejects when it failed, with a `RefusedError` when every other would too. At least one each: twice only when
 * the process dies between the attempt and its note.
 */
export async function workOff<One extends Claimed>(
  { database, log }: Site,
  queue: Queue<One>,
  attempt: (one: One) => Promise<unknown>,
  { batch, attemptMs, leaseSeconds }: typeof limits = limits,
): Promise<{ readonly due: number; readonly postponed: number }> {
  const { items, due } = await queue.claim(database.sql, { limit: batch, leaseSeconds })
  const outcomes = await Promise.all(
    items.map(async (one) => {
      try {
        if (one.attempts > queue.maxAttempts)
          throw new RefusedError('The process ended during the last attempt')
        await within(attemptMs, attempt(one))
      } catch (error) {
        const retryAfter = error instanceof RetryAfterError ? error.seconds : undefined
        const isLast = retryAfter === undefined && one.attempts >= queue.maxAttempts
        const isFinal = isLast || isTooOld(queue, one) || error instanceof RefusedError
        const { attempts } = one
        log.warn({ err: error, queue: queue.name, item: itemOf(one), attempts, isFinal }, 'an attempt failed')
        const reason = error instanceof Error ? error.message : String(error)
        await (isFinal
          ? queue.end(database.sql, one, reason)
          : queue.postpone(database.sql, one, reason, retryAfter))
        return isFinal
      }
      await queue.end(database.sql, one)
      return true
    }),
  )
  return { due, postponed: outcomes.filter((hasEnded) => !hasEnded).length }
}

const isTooOld = ({ maxDays }: { readonly maxDays?: number }, { queuedAt }: Claimed) =>
  maxDays !== undefined && queuedAt !== undefined && queuedAt.getTime() < Date.now() - maxDays * 86_400_000

const itemOf = (one: object) => ('id' in one ? one.id : 'userId' in one ? one.userId : undefined)

/** Rejects when the attempt takes longer. It is not ended. */
export async function within(ms: number, attempt: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not done in time')), ms)
  })
  await Promise.race([attempt, late]).finally(() => clearTimeout(timer))
}

type QueueTable =
  | 'outbox'
  | 'notification_deliveries'
  | 'digest_mails'
  | 'digest_choices'
  | 'discord_messages'
  | 'discord_links'
  | 'discord_unlinks'

/** Locks what is due of a table, which other processes then skip. */
export const dueRows = (
  table: QueueTable,
  columns: RawBuilder<unknown>,
  {
    where = sql`true`,
    orderBy = sql`due_at`,
    limit,
  }: {
    readonly where?: RawBuilder<unknown>
    readonly orderBy?: RawBuilder<unknown>
    readonly limit: number
  },
): RawBuilder<unknown> => sql`
  SELECT ${columns} FROM ${sql.table(table)} WHERE due_at <= now() AND ${where}
  ORDER BY ${orderBy} LIMIT ${limit} FOR UPDATE SKIP LOCKED`

/** Whether something of a table is due, for `Job.due`. */
export const isDue = (table: QueueTable, where: RawBuilder<unknown> = sql`true`): RawBuilder<unknown> =>
  // In the order of the index, as what is due is taken: for the first row that comes PostgreSQL may read what is done.
  sql`(SELECT true FROM ${sql.table(table)} WHERE due_at <= now() AND ${where} ORDER BY due_at LIMIT 1)`

export const inSeconds = (seconds: number): RawBuilder<Date> => sql`now() + make_interval(secs => ${seconds})`

/**
 * When to try again after so many attempts: after a first pause that doubles up to an hour, each up to a tenth longer
 * so that what failed together comes back apart; in `retryAfter` seconds at the earliest.
 */
export const nextAttempt = (attempts: number, retryAfter = 0, firstPause = 10): RawBuilder<Date> =>
  sql`now() + make_interval(secs => greatest(${retryAfter}, least(3600,
    ${firstPause} * power(2, ${Math.min(attempts - 1, 20)}::int) * (1 + random() / 10))))`
