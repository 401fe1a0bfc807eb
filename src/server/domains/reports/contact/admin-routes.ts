import { msg } from '@lingui/core/macro'
import { contactAdminEndpoints } from '../../../../contract/reports/contact-admin-endpoints.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { type Handlers, setNextPageLink } from '../../../platform/http/endpoints.ts'
import { conflict, notFound } from '../../../platform/http/errors.ts'
import { enqueue } from '../../../platform/jobs/outbox.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { findRecipient } from '../../notifications/queries/deliveries.ts'
import { insertNotice } from '../../notifications/queries/notices.ts'
import { replyMail } from './contact-mail.ts'
import {
  findLanguage,
  findMessage,
  listMessages,
  lockMessage,
  markMessage,
  markMessages,
  storeReply,
  storeReplyMail,
} from './queries/manage.ts'

const noSuchMessage = () => notFound(msg`There is no such message`)

export const contactAdminHandlers = (context: Context): Handlers<typeof contactAdminEndpoints> => ({
  async messages(request) {
    const { before: _before, limit, ...filters } = request.query
    const viewerId = request.member.id
    const messages = await listMessages(context.database.sql, { ...request.query, viewerId })
    setNextPageLink(request, contactAdminEndpoints.messages, messages, limit, filters)
    return messages
  },

  async message({ params }) {
    const message = await findMessage(context.database.sql, params.id)
    if (message === undefined) throw noSuchMessage()
    return message
  },

  async markMessage({ member, params, body }) {
    const changed = await context.database.sql.transaction().execute(async (transaction) => {
      const before = await lockMessage(transaction, params.id)
      if (before === undefined) throw noSuchMessage()
      await markMessage(transaction, params.id, body, member.id)
      const after = await findMessage(transaction, params.id)
      if (after === undefined) throw noSuchMessage()
      // Marking as spam is a decision and recorded; reading is not.
      if (before.flagged !== after.flagged)
        await recordAudit(transaction, {
          actor: member,
          action: 'message.flag',
          subject: { type: 'message', id: params.id },
          before: { flagged: before.flagged },
          after: { flagged: after.flagged },
        })
      return after
    })
    await notifyStaff(context, 'contact')
    return changed
  },

  async markMessages({ member, body: { ids, ...marks } }) {
    const { flagged } = marks
    const changed = await context.database.sql.transaction().execute(async (transaction) => {
      const marked = await markMessages(transaction, ids, marks, member.id)
      if (flagged !== undefined)
        for (const id of marked)
          await recordAudit(transaction, {
            actor: member,
            action: 'message.flag',
            subject: { type: 'message', id },
            before: { flagged: !flagged },
            after: { flagged },
          })
      return marked
    })
    if (changed.length > 0) await notifyStaff(context, 'contact')
    return { changed }
  },

  async answerMessage({ member, params: { id }, body: { text } }) {
    const answered = await context.database.sql.transaction().execute(async (transaction) => {
      const before = await lockMessage(transaction, id)
      if (before === undefined) throw noSuchMessage()
      if (before.answer !== null)
        throw conflict(
          before.answer.by === null
            ? msg`Somebody else already answered this message`
            : msg`${{ name: before.answer.by }} already answered this message`,
          before,
        )
      await storeReply(transaction, id, { text, by: member.id })
      const { userId } = before
      if (userId !== null)
        await insertNotice(transaction, {
          userId,
          kind: 'message_answered',
          text: `${before.subject}\n${text}`,
        })
      const isMailed = context.config.smtpUrl !== undefined
      if (isMailed) {
        const sender = userId === null ? undefined : await findRecipient(transaction, userId)
        const reading = await findLanguage(transaction, id)
        const say = context.languages.sayToReader({ account: sender?.language, reading })
        const data = replyMail(context.config, before, text, say)
        await storeReplyMail(
          transaction,
          id,
          await enqueue(transaction, { channel: 'mail', type: 'mail', data }),
        )
      }
      // The log is permanent, so it stores no text.
      await recordAudit(transaction, {
        actor: member,
        action: 'message.answer',
        subject: { type: 'message', id },
        before: null,
        after: { mailed: isMailed },
      })
      const after = await findMessage(transaction, id)
      if (after === undefined) throw new Error(`message ${id} is missing after it was answered`)
      return after
    })
    await notifyStaff(context, 'contact')
    return answered
  },
})
