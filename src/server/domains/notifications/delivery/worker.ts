import type { Context } from '../../../context.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Job, whileFull } from '../../../platform/jobs/jobs.ts'
import { whileMailIsSetUp } from '../../../platform/jobs/outbox.ts'
import { limits, type Queue, workOff } from '../../../platform/jobs/queue.ts'
import type { Logger } from '../../../platform/logs/logger.ts'
import type { ContentStore } from '../../content/store.ts'
import {
  areDeliveriesDue,
  claimDeliveries,
  type Delivery,
  type DeliveryChannel,
  markDelivered,
  postponeDelivery,
  readWaitingDeliveries,
} from '../queries/deliveries.ts'
import {
  areDigestsDue,
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

const gameBatch = 200

const mails = { ...limits, batch: 5 }
const pushes = { ...limits, batch: 20 }
/** Members whose digests are made in one transaction. */
const digestMembers = 100

interface Site {
  readonly database: Pick<Database, 'sql'>
  readonly log: Logger
}

/** About as many as pauses of up to an hour leave room for until a delivery is too old to be claimed. */
const maxAttempts = 90

const queueOf = (channel: DeliveryChannel): Queue<Delivery> => ({
  name: `notifications by ${channel}`,
  maxAttempts,
  claim: (executor, claim) => claimDeliveries(executor, channel, claim),
  end: markDelivered,
  postpone: postponeDelivery,
})

const digestQueue: Queue<DigestMail> = {
  name: 'notifications by digest',
  maxAttempts,
  claim: claimDigests,
  end: markDigestDelivered,
  postpone: postponeDigest,
}

/** Makes deliveries by one channel, and returns how many were due. */
export async function deliverBatch(
  site: Site,
  channel: DeliveryChannel,
  attempt: (delivery: Delivery) => Promise<void>,
  over = mails,
): Promise<number> {
  return (await workOff(site, queueOf(channel), attempt, over)).due
}

/** Makes the digests whose hour has come, sends those that are due, and returns how many were due. */
export async function deliverDigests(
  site: Site,
  attempt: (digest: DigestMail) => Promise<void>,
  over = mails,
): Promise<number> {
  while ((await queueDigests(site.database.sql, digestMembers)) === digestMembers);
  return (await workOff(site, digestQueue, attempt, over)).due
}

/** Delivers by every channel, and by mail while it is set up. */
export function deliveryJobs(
  context: Pick<Context, 'config' | 'database' | 'gateways' | 'languages' | 'log'>,
  content: Pick<ContentStore, 'current'>,
): Job[] {
  const { config, database, gateways } = context
  const { mail, push } = gateways
  const by = (channel: DeliveryChannel | 'digest', full: number, deliver: () => Promise<number>): Job => ({
    name: `notifications by ${channel}`,
    everyMs: 2_000,
    due: () => (channel === 'digest' ? areDigestsDue() : areDeliveriesDue(channel)),
    goodbyeMs: 2_000,
    work: (stopping) => whileFull(stopping, full, deliver),
    waits: () =>
      channel === 'digest' ? readWaitingDigests(database.sql) : readWaitingDeliveries(database.sql, channel),
  })
  return [
    whileMailIsSetUp(
      config,
      by('mail', mails.batch, () =>
        deliverBatch(context, 'mail', (delivery) => mailNotification(context, content, mail, delivery)),
      ),
    ),
    whileMailIsSetUp(
      config,
      by('digest', mails.batch, () => deliverDigests(context, (digest) => mailDigest(context, mail, digest))),
    ),
    by('push', pushes.batch, () =>
      deliverBatch(context, 'push', (delivery) => pushNotification(context, push, delivery), pushes),
    ),
    by('game', gameBatch, () => deliverInGame(context, gameBatch)),
  ]
}
