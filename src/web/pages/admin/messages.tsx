import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { MessageList } from '../../domains/reports/messages/message-list.tsx'
import { messagesQuery } from '../../domains/reports/messages/messages-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/messages', (call, search) => [messagesQuery(call, search)])
export const clientLoader = staffClientLoader('/admin/messages')

export const meta = pageMeta('/admin/messages', msg`Messages`, msg`What visitors wrote to the team.`)

export default function AdminMessages() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Messages`} intro={t`Messages from the contact form.`}>
      <MessageList />
    </AdminFrame>
  )
}
