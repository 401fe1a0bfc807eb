import type { Context } from '../../../context.ts'
import { RefusedError } from '../../../gateways/failures.ts'
import type { Database, Executor } from '../../../platform/database.ts'
import { type Job, whileFull } from '../../../platform/jobs.ts'
import type { Logger } from '../../../platform/logger.ts'
import {
  claimDeliveries,
  type Delivery,
  type DeliveryChannel,
  markDelivered,
  postponeDelivery,
  readWaitingDeliveries,
} from '../queries/deliveries.ts'
import {
  claimDigests,
  type DigestMail,
  markDigestDelivered,
  postponeDigest,
  queueDigests,
  readWaitingDigests,
} from '../queries/digests.ts'
import { mailDigest } from './digest.ts'
import { deliverInGame } from './game.ts'
import { mailNotification } from './mail.ts'
import { pushNotification } from './push.ts'
import { RetryAfterError } from './retry-after-error.ts'

const gameBatch = 200

/** One attempt ends before its lease does, so that no other process makes one at the same time. */
const limits = { batch: 5, attemptMs: 60_000, leaseSeconds: 120 }
const pushes = { ...limits, batch: 20 }
/** Members whose digests are made in one transaction. */
const digestMembers = 100

/** Makes one attempt. Rejects when it is to be made again, with a `RefusedError` when none would succeed. */
type Attempt<One> = (delivery: One) => Promise<void>

interface Site {
  readonly database: Pick<Database, 'sql'>
  readonly log: Logger
}

/** Where deliveries are taken from, and where what became of an attempt is recorded. */
interface Queue<One> {
  readonly name: string
  readonly claim: (
    executor: Executor,
    limits: { readonly limit: number; readonly leaseSeconds: number },
  ) => Promise<{ readonly deliveries: readonly One[]; readonly due: number }>
  /** With the reason why it ended without arriving, if it did. */
  readonly markDone: (executor: Executor, one: One, refusal?: string) => Promise<void>
  readonly postpone: (executor: Executor, one: One, reason: string, minSeconds: number) => Promise<void>
}

/**
 * Makes the deliveries of a queue that are due, some at a time, and returns how many were due. At least once each: twice
 * only when the process dies between sending and recording it.
 */
async function deliverFrom<One extends { readonly id: string }>(
  { database, log }: Site,
  queue: Queue<One>,
  attempt: Attempt<One>,
  { batch, attemptMs, leaseSeconds }: typeof limits,
): Promise<number> {
  const { deliveries, due } = await queue.claim(database.sql, { limit: batch, leaseSeconds })
  await Promise.all(
    deliveries.map(async (delivery) => {
      try {
        await within(attemptMs, attempt(delivery))
      } catch (error) {
        const isFinal = error instanceof RefusedError
        const said = { err: error, delivery: delivery.id, channel: queue.name, isFinal }
        log.warn(said, 'a notification could not be delivered')
        const reason = error instanceof Error ? error.message : String(error)
        if (isFinal) return queue.markDone(database.sql, delivery, reason)
        const minSeconds = error instanceof RetryAfterError ? error.seconds : 0
        return queue.postpone(database.sql, delivery, reason, minSeconds)
      }
      await queue.markDone(database.sql, delivery)
    }),
  )
  return due
}

/** Makes deliveries by one channel, and returns how many were due. */
export const deliverBatch = (
  site: Site,
  channel: DeliveryChannel,
  attempt: Attempt<Delivery>,
  over: typeof limits = limits,
): Promise<number> =>
  deliverFrom(
    site,
    {
      name: channel,
      claim: (executor, claim) => claimDeliveries(executor, channel, claim),
      markDone: markDelivered,
      postpone: postponeDelivery,
    },
    attempt,
    over,
  )

const digestQueue: Queue<DigestMail> = {
  name: 'digest',
  claim: claimDigests,
  markDone: markDigestDelivered,
  postpone: postponeDigest,
}

/** Makes the digests whose hour has come, sends those that are due, and returns how many were due. */
export async function deliverDigests(
  site: Site,
  attempt: Attempt<DigestMail>,
  over: typeof limits = limits,
): Promise<number> {
  while ((await queueDigests(site.database.sql, digestMembers)) === digestMembers);
  return deliverFrom(site, digestQueue, attempt, over)
}

async function within(ms: number, attempt: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('not done in time')), ms)
  })
  await Promise.race([attempt, late]).finally(() => clearTimeout(timer))
}

/** Delivers by every channel that is set up. */
export function delivering(context: Pick<Context, 'config' | 'database' | 'gateways' | 'log'>): Job[] {
  const { database, gateways } = context
  const { mail, push } = gateways
  const by = (channel: DeliveryChannel | 'digest', full: number, deliver: () => Promise<number>): Job => ({
    name: `notifications by ${channel}`,
    everyMs: 2_000,
    goodbyeMs: 2_000,
    work: (stopping) => whileFull(stopping, full, deliver),
    waits: () =>
      channel === 'digest' ? readWaitingDigests(database.sql) : readWaitingDeliveries(database.sql, channel),
  })
  return [
    ...(mail === undefined
      ? []
      : [
          by('mail', limits.batch, () =>
            deliverBatch(context, 'mail', (delivery) => mailNotification(context, mail, delivery)),
          ),
          by('digest', limits.batch, () =>
            deliverDigests(context, (digest) => mailDigest(context, mail, digest)),
          ),
        ]),
    by('push', pushes.batch, () =>
      deliverBatch(context, 'push', (delivery) => pushNotification(context, push, delivery), pushes),
    ),
    by('game', gameBatch, () => deliverInGame(context, gameBatch)),
  ]
}
