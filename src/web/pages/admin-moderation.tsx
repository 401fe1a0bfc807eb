import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { CaseList } from '../domains/moderation/case-list.tsx'
import { caseCountsQuery, casesQuery } from '../domains/moderation/cases-query.ts'
import { queueIn } from '../domains/moderation/queue/queue-filters.ts'
import { postsKey } from '../domains/posts/posts-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-moderation.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context)
  const queue = queueIn(new URL(request.url).search)
  return prefetched(context, (call) => [casesQuery(call, queue), caseCountsQuery(call)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Moderation`,
    description: msg`Reported posts, comments and players.`,
    path: '/admin/moderation',
    noindex: true,
  })

export default function AdminModeration() {
  const { t } = useLingui()
  const client = useQueryClient()
  return (
    <AdminFrame title={t`Moderation`} intro={t`Reported posts, comments and players, the most urgent first.`}>
      <CaseList onPostRemoved={() => void client.invalidateQueries({ queryKey: postsKey })} />
    </AdminFrame>
  )
}
