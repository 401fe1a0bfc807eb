import type { contactEndpoints, NewContactMessage } from '../../../contract/contact.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/endpoints.ts'
import { enqueue } from '../../platform/outbox.ts'
import { insertMessage } from './queries.ts'

export const contactHandlers = ({ config, database }: Context): Handlers<typeof contactEndpoints> => ({
  send: ({ viewer, body }) =>
    database.sql.transaction().execute(async (transaction) => {
      const { website, ...message } = body
      const flagged = Boolean(website)
      const stored = await insertMessage(transaction, { ...message, userId: viewer?.id ?? null, flagged })
      const { contactTo } = config
      if (contactTo !== undefined && !flagged)
        await enqueue(transaction, {
          channel: 'mail',
          type: 'mail',
          data: mailOf(config.siteName, addressIn(contactTo), stored.id, body),
        })
      return stored
    }),
})

const mailOf = (siteName: string, to: string, id: number, message: NewContactMessage) => ({
  to,
  replyTo: message.email,
  subject: `[${siteName}] ${message.subject}`,
  text: `${message.message}\n\n-- \nMessage ${id} from ${message.name} <${message.email}>, by the contact form of ${siteName}.\n`,
})

/** CONTACT_TO may read `The team <team@play.example>`. */
const addressIn = (contactTo: string) => /<([^<>]+)>$/.exec(contactTo)?.[1] ?? contactTo
