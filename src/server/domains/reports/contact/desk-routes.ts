import { deskEndpoints } from '../../../../contract/admin/desk-endpoints.ts'
import type { Context } from '../../../context.ts'
import { recordDeed } from '../../../platform/audit.ts'
import { tellDesk } from '../../../platform/desk-news.ts'
import { type Handlers, linkNext } from '../../../platform/endpoints.ts'
import { notFound } from '../../../platform/errors.ts'
import { findMessage, listMessages, markMessage } from './queries/desk.ts'

export const contactDeskHandlers = (
  context: Context,
): Pick<Handlers<typeof deskEndpoints>, 'messages' | 'markMessage'> => ({
  async messages(request) {
    const { limit, show } = request.query
    const messages = await listMessages(context.database.sql, request.query)
    linkNext(request, deskEndpoints.messages, messages, limit, { show })
    return messages
  },

  async markMessage({ member, params, body }) {
    const changed = await context.database.sql.transaction().execute(async (transaction) => {
      const before = await findMessage(transaction, params.id)
      if (before === undefined) throw notFound('There is no such message')
      await markMessage(transaction, params.id, body, member.id)
      const after = await findMessage(transaction, params.id)
      if (after === undefined) throw notFound('There is no such message')
      // Reading is everyday work; that something is spam is a judgement.
      if (before.flagged !== after.flagged)
        await recordDeed(transaction, {
          actor: member,
          action: 'message.flag',
          subject: { type: 'message', id: params.id },
          before: { flagged: before.flagged },
          after: { flagged: after.flagged },
        })
      return after
    })
    await tellDesk(context, 'contact')
    return changed
  },
})
