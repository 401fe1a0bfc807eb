import { setTimeout as pause } from 'node:timers/promises'
import { webhookLimits } from '../../../../contract/doors/webhooks.ts'
import { ownValue } from '../../../../contract/own-value.ts'
import type { Context } from '../../../context.ts'
import { RefusedError } from '../../../gateways/failures.ts'
import { type Job, sweep, whileFull } from '../../../platform/jobs/jobs.ts'
import { workOff } from '../../../platform/jobs/queue.ts'
import { findSecretCipher } from '../../../platform/secret-key.ts'
import { messageId } from './message-id.ts'
import { type PayloadContext, payloads } from './payloads.ts'
import {
  type Delivery,
  deliveryQueue,
  dropExcess,
  findDueWebhooks,
  isSomethingToDo,
  readWaitingDeliveries,
  sweepDeliveries,
} from './queries/deliveries.ts'
import { signedHeaders } from './sign.ts'

type Needs = PayloadContext & Pick<Context, 'gateways' | 'log'>

/** An attempt ends within 15 s; after a kill the address waits for the rest of the lease. */
const limits = { batch: 1, attemptMs: 20_000, leaseSeconds: 25 }

/** What is sent of an event, as its record is now. @throws RefusedError where there is nothing to send any more */
export async function bodyOf(
  context: PayloadContext,
  { type, subject, createdAt }: Delivery,
): Promise<string> {
  const payload = ownValue(payloads, type)
  if (payload === undefined) throw new RefusedError(`This release knows no ${type}`)
  const record = await payload.read(context, subject)
  if (record === undefined || record === null)
    throw new RefusedError('Nothing was sent: the record is gone, or the event was undone')
  return JSON.stringify({ type, timestamp: createdAt.toISOString(), data: payload.schema.parse(record) })
}

/** Sends what waits for an address, one after the other, until nothing is left or an attempt failed. */
async function sendAll(context: Needs, webhookId: number, stopping: AbortSignal): Promise<void> {
  const { config, gateways } = context
  const queue = deliveryQueue(webhookId)
  const sendNext = () =>
    workOff(
      context,
      queue,
      async (delivery) => {
        const body = await bodyOf(context, delivery)
        const cipher = await findSecretCipher(config)
        const secrets = [delivery.secret, delivery.oldSecret].flatMap((secret) =>
          secret === null ? [] : (cipher?.decrypt(secret, 'webhook') ?? []),
        )
        if (secrets.length === 0)
          throw new Error('The secret cannot be read with the key of this site: rotate it')
        const message = { id: messageId(delivery), timestamp: Math.floor(Date.now() / 1_000), body }
        delivery.outcome = await gateways.webhook.send({
          url: delivery.url,
          headers: signedHeaders(message, secrets),
          body,
        })
        const { status, error } = delivery.outcome
        if (status === 410) throw new RefusedError('The receiver is gone (410)')
        if (error !== undefined) throw new Error(error)
      },
      limits,
    )
  for (;;) {
    const { due, postponed } = await sendNext()
    if (due === 0 || postponed > 0 || stopping.aborted) return
  }
}

const everyMs = 1_000

/** Sends the events of all addresses at once, so that a slow one delays no other. */
export function webhooksJob(context: Needs): Job {
  const { database, log } = context
  const sending = new Map<number, Promise<void>>()
  const start = (id: number, stopping: AbortSignal) => {
    const ended = sendAll(context, id, stopping)
      .catch((error: unknown) => log.warn({ err: error, webhook: id }, 'sending to a webhook failed'))
      .finally(() => sending.delete(id))
    sending.set(id, ended)
  }
  return {
    name: 'webhooks',
    everyMs,
    // While something is sent, a run waits for it, and with it a stop.
    due: () => isSomethingToDo({ isSending: sending.size > 0 }),
    // What it cuts off is sent again, here or by another process.
    goodbyeMs: 2_000,
    async work(stopping) {
      await dropExcess(database.sql)
      for (const id of await findDueWebhooks(database.sql)) if (!sending.has(id)) start(id, stopping)
      const all = () => Promise.all(sending.values())
      if (sending.size > 0)
        await Promise.race([all(), pause(everyMs, undefined, { signal: stopping }).catch(() => undefined)])
      if (stopping.aborted) await all()
    },
    waits: () => readWaitingDeliveries(database.sql),
  }
}

const sweepBatch = 1_000

export const sweepWebhookLog = ({ database }: Pick<Context, 'database'>): Job =>
  sweep(`events sent more than ${webhookLimits.logDays} days ago`, (stopping) =>
    whileFull(stopping, sweepBatch, () => sweepDeliveries(database, sweepBatch)),
  )
