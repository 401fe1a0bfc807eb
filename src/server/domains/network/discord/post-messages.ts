import { type DiscordKind, discordKinds } from '../../../../contract/network/discord-messages.ts'
import type { Context } from '../../../context.ts'
import type { Job } from '../../../platform/jobs.ts'
import { claimMessage, markSent, noteFailure, postponeKind, readWaitingMessages } from './queries/messages.ts'
import { webhookBody } from './webhook-body.ts'

type Needs = Pick<Context, 'config' | 'database' | 'gateways' | 'log'>

/** Messages of a kind in one round. Discord allows a webhook five in two seconds. */
const perRound = 5

/** About six hours after the first attempt: 10 s, 20 s, … and then every hour. */
const maxAttempts = 13

/** Posts the messages of all kinds that are due. Discord gets each at least once. */
export async function postMessages(context: Needs): Promise<void> {
  await Promise.all(
    postedKinds(context).map(async (kind) => {
      for (let posted = 0; posted < perRound && (await postNext(context, kind)); posted += 1);
    }),
  )
}

const postedKinds = ({ config }: Needs) =>
  discordKinds.filter((kind) => config.discordWebhooks[kind] !== undefined)

/** Returns whether a message was posted and the next may follow at once. */
async function postNext({ config, database, gateways, log }: Needs, kind: DiscordKind): Promise<boolean> {
  const message = await claimMessage(database.sql, kind)
  if (message === undefined) return false
  const { id, attempts } = message
  const outcome = await gateways.discordWebhook(kind, webhookBody(message, config.publicUrl))
  if (outcome.state === 'sent') {
    await markSent(database.sql, id)
    return true
  }
  const { reason } = outcome
  const isLimited = outcome.state === 'retry' && outcome.retryAfterMs !== undefined
  const isFinal = outcome.state === 'refused' || (!isLimited && attempts >= maxAttempts)
  if (isLimited) await postponeKind(database.sql, { kind, id, ms: outcome.retryAfterMs! })
  await noteFailure(database.sql, { id, reason, isFinal })
  log.warn({ kind, message: id, attempts, reason, isFinal }, 'a message to Discord was not sent')
  return false
}

export const postingMessages = (context: Needs): Job => ({
  name: 'messages to Discord',
  everyMs: 2_000,
  work: () => postMessages(context),
  waits: () => readWaitingMessages(context.database.sql, postedKinds(context)),
})
