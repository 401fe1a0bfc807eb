import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { CaseList } from '../../domains/moderation/case-list.tsx'
import { caseCountsQuery, casesQuery } from '../../domains/moderation/cases-query.ts'
import { queueIn } from '../../domains/moderation/queue/queue-filters.ts'
import { postsKey } from '../../domains/posts/posts-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/moderation', (call, search) => [
  casesQuery(call, queueIn(search)),
  caseCountsQuery(call),
])
export const clientLoader = staffClientLoader('/admin/moderation')

export const meta = pageMeta('/admin/moderation', msg`Moderation`, msg`Reported posts, comments and players.`)

export default function AdminModeration() {
  const { t } = useLingui()
  const client = useQueryClient()
  return (
    <AdminFrame title={t`Moderation`} intro={t`Reported posts, comments and players, the most urgent first.`}>
      <CaseList onPostRemoved={() => void client.invalidateQueries({ queryKey: postsKey })} />
    </AdminFrame>
  )
}
