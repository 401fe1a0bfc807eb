import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { MessageList } from '../domains/reports/messages/message-list.tsx'
import { messagesQuery } from '../domains/reports/messages/messages-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-messages.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context)
  const { search } = new URL(request.url)
  return prefetched(context, (call) => [messagesQuery(call, search)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Messages`,
    description: msg`What visitors wrote to the team.`,
    path: '/admin/messages',
    noindex: true,
  })

export default function AdminMessages() {
  const { t } = useLingui()
  return (
    <AdminFrame title={t`Messages`} intro={t`Messages from the contact form.`}>
      <MessageList />
    </AdminFrame>
  )
}
