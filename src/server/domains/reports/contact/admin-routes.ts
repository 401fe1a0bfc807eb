import { adminEndpoints } from '../../../../contract/admin/admin-endpoints.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { type Handlers, setNextPageLink } from '../../../platform/endpoints.ts'
import { notFound } from '../../../platform/errors.ts'
import { notifyStaff } from '../../../platform/staff-feed.ts'
import { findMessage, listMessages, markMessage } from './queries/manage.ts'

export const contactAdminHandlers = (
  context: Context,
): Pick<Handlers<typeof adminEndpoints>, 'messages' | 'markMessage'> => ({
  async messages(request) {
    const { limit, show } = request.query
    const messages = await listMessages(context.database.sql, request.query)
    setNextPageLink(request, adminEndpoints.messages, messages, limit, { show })
    return messages
  },

  async markMessage({ member, params, body }) {
    const changed = await context.database.sql.transaction().execute(async (transaction) => {
      const before = await findMessage(transaction, params.id)
      if (before === undefined) throw notFound('There is no such message')
      await markMessage(transaction, params.id, body, member.id)
      const after = await findMessage(transaction, params.id)
      if (after === undefined) throw notFound('There is no such message')
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
})
