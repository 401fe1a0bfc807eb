import { sql } from 'kysely'
import type { Text } from '../../../../../contract/languages.ts'
import type { DiscordKind } from '../../../../../contract/network/discord-messages.ts'
import type { Config } from '../../../../config.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { englishOf, saidColumn } from '../../../../platform/languages/stored-text.ts'

/** More waiting messages of a kind than this are not queued: a storm of reports must not fill the channel for hours. */
export const maxWaitingMessages = 100

export interface DiscordMessage {
  readonly kind: DiscordKind
  /** Names the event. The same event again is not queued twice. */
  readonly eventKey: string
  /** 1 to 200 characters in English. Plain text, like `text`; translated and escaped when it is sent. */
  readonly title: Text
  /** At most 1,000 characters in English. */
  readonly text?: Text | null
  /** Path of the site. */
  readonly link: string
  /** The player whose name the message contains. */
  readonly playerId?: number
  /** Whom it is about: they do not read of it in the log of messages. */
  readonly concerns?: readonly number[]
}

/**
 * Queues a message to the Discord channel of its kind; a worker posts it (domains/network/discord/post-messages.ts). Call
 * it in the transaction of the event. Queues nothing while the kind has no webhook.
 */
export async function queueDiscord(
  transaction: Executor,
  { discordWebhooks }: Pick<Config, 'discordWebhooks'>,
  { kind, eventKey, title, text = null, link, playerId, concerns = [] }: DiscordMessage,
): Promise<void> {
  if (discordWebhooks[kind] === undefined) return
  await sql`
    INSERT INTO discord_messages (kind, event_key, title, text, said, link, player_id, concerns)
    SELECT ${kind}, ${eventKey}, ${englishOf(title)}, ${text === null ? null : englishOf(text)},
      ${saidColumn({ title, text })}::jsonb, ${link}, ${playerId ?? null}::int, ${[...concerns]}::int[]
    WHERE (SELECT count(*) FROM discord_messages WHERE kind = ${kind} AND sent_at IS NULL AND failed_at IS NULL)
      < ${maxWaitingMessages}
    ON CONFLICT (event_key) DO NOTHING
  `.execute(transaction)
}
