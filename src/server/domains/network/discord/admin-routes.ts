import { randomUUID } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import type { Message } from '../../../../contract/languages.ts'
import type { discordAdminEndpoints } from '../../../../contract/network/discord-admin-endpoints.ts'
import { type DiscordKind, discordKinds } from '../../../../contract/network/discord-messages.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { countWaiting, listMessages, lockMessage, queueAgain } from './queries/admin-messages.ts'
import { queueDiscord } from './queries/queue-discord.ts'

const testTexts: Readonly<Record<DiscordKind, Message>> = {
  matches: msg`Messages about matches will appear here.`,
  news: msg`Messages about news will appear here.`,
  cups: msg`Messages about cups will appear here.`,
  reports: msg`Messages about reports will appear here.`,
  applications: msg`Messages about applications will appear here.`,
}

/** Messages to Discord for admins, without those about the reader. Each change is recorded in the audit log. */
export const discordAdminHandlers = ({
  config,
  database,
  languages,
}: Pick<Context, 'config' | 'database' | 'languages'>): Handlers<typeof discordAdminEndpoints> => ({
  async messages({ member, language }) {
    const [waiting, messages] = await Promise.all([
      countWaiting(database.sql, member.id),
      listMessages(database.sql, member.id, languages.sayIn(language)),
    ])
    return {
      kinds: discordKinds.map((kind) => ({
        kind,
        configured: config.discordWebhooks[kind] !== undefined,
        waiting: waiting.get(kind) ?? 0,
      })),
      messages,
    }
  },

  async test({ member, body: { kind } }) {
    if (config.discordWebhooks[kind] === undefined)
      throw conflict(msg`There is no webhook for these messages`)
    await database.sql.transaction().execute(async (transaction) => {
      await queueDiscord(transaction, config, {
        kind,
        eventKey: `test:${randomUUID()}`,
        title: msg`Test of ${{ name: config.siteName }}`,
        text: testTexts[kind],
        link: '/',
      })
      await recordAudit(transaction, {
        actor: member,
        action: 'discord.test',
        subject: { type: 'discord', id: null },
        before: null,
        after: { kind },
      })
    })
    return undefined
  },

  async retry({ member, params }) {
    await database.sql.transaction().execute(async (transaction) => {
      const message = await lockMessage(transaction, params.id, member.id)
      if (message === undefined) throw notFound(msg`There is no such message`)
      if (!message.hasFailed) throw conflict(msg`Only a message that failed can be sent again`)
      await queueAgain(transaction, params.id)
      await recordAudit(transaction, {
        actor: member,
        action: 'discord.retry',
        subject: { type: 'discord', id: params.id },
        before: null,
        after: { kind: message.kind },
      })
    })
    return undefined
  },
})
