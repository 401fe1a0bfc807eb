import { type DiscordKind, discordKinds } from '../../../../contract/network/discord-messages.ts'
import type { Context } from '../../../context.ts'
import { failureOf } from '../../../gateways/failures.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { workOff } from '../../../platform/jobs/queue.ts'
import { readSaid } from '../../../platform/languages/stored-text.ts'
import { areMessagesDue, messageQueue, readWaitingMessages } from './queries/messages.ts'
import { webhookBody } from './webhook-body.ts'

type Needs = Pick<Context, 'config' | 'database' | 'gateways' | 'languages' | 'log'>

/** Messages of a kind in one round. Discord allows a webhook five in two seconds. */
const perRound = 5

/** Posts the messages of all kinds that are due, in the default language. Discord gets each at least once. */
export async function postMessages(context: Needs): Promise<void> {
  await Promise.all(
    postedKinds(context).map(async (kind) => {
      for (let posted = 0; posted < perRound && (await postNext(context, kind)); posted += 1);
    }),
  )
}

const postedKinds = ({ config }: Needs) =>
  discordKinds.filter((kind) => config.discordWebhooks[kind] !== undefined)

/** Returns whether the next may follow at once. */
async function postNext(context: Needs, kind: DiscordKind): Promise<boolean> {
  const { config, gateways, languages } = context
  const say = languages.sayIn(undefined)
  const { due, postponed } = await workOff(context, messageQueue(kind), async (message) => {
    const { said, title, text } = message
    const inDefault = {
      ...message,
      title: say(readSaid(said?.title, title)),
      text: text === null ? null : say(readSaid(said?.text, text)),
    }
    const outcome = await gateways.discordWebhook(kind, webhookBody(inDefault, config.publicUrl))
    if (outcome.state !== 'sent') throw failureOf(outcome)
  })
  return due > 0 && postponed === 0
}

export const discordMessagesJob = (context: Needs): Job => ({
  name: 'messages to Discord',
  everyMs: 2_000,
  due: () => areMessagesDue(postedKinds(context)),
  work: () => postMessages(context),
  waits: () => readWaitingMessages(context.database.sql, postedKinds(context)),
})
