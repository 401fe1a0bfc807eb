import type { contactEndpoints } from '../../../../contract/reports/contact-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { accountGone } from '../../../platform/http/errors.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { notifyOfStaffWork } from '../../notifications/queries/notify.ts'
import { contactMail } from './contact-mail.ts'
import { insertMessage } from './queries/messages.ts'

/** Errors by constraint name. */
export const contactConstraints = { contact_messages_user_id_fkey: accountGone }

export const contactHandlers = (context: Context): Handlers<typeof contactEndpoints> => ({
  async send({ viewer, body, language }) {
    const stored = await context.database.sql.transaction().execute(async (transaction) => {
      const { website, ...message } = body
      const flagged = Boolean(website)
      const actorId = viewer?.id ?? null
      const stored = await insertMessage(transaction, {
        ...message,
        userId: actorId,
        flagged,
        language: language ?? null,
      })
      if (!flagged)
        await notifyOfStaffWork(transaction, 'contact', { eventKey: `contact:${stored.id}`, actorId })
      const { contactTo: to, siteName } = context.config
      if (to !== undefined && !flagged) {
        const data = contactMail({ siteName, to, id: stored.id, viewer }, message)
        await enqueue(transaction, { channel: 'mail', type: 'mail', data })
      }
      return stored
    })
    await notifyStaff(context, 'contact')
    return stored
  },
})
