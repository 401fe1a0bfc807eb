import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { InForceList } from '../domains/moderation/in-force/in-force-list.tsx'
import { inForceQuery } from '../domains/moderation/in-force/in-force-query.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-punishments.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context)
  return prefetched(context, (call) => [inForceQuery(call, new URL(request.url).search)])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Punishments`,
    description: msg`Bans, mutes and restrictions in force.`,
    path: '/admin/punishments',
    noindex: true,
  })

export default function AdminPunishments() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Punishments`}
      intro={t`Bans and mutes in the game and restrictions on the site that are in force, newest first.`}
    >
      <InForceList />
    </AdminFrame>
  )
}
