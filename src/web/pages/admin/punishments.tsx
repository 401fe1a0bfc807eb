import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { InForceList } from '../../domains/moderation/in-force/in-force-list.tsx'
import { inForceQuery } from '../../domains/moderation/in-force/in-force-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/punishments', (call, search) => [inForceQuery(call, search)])
export const clientLoader = staffClientLoader('/admin/punishments')

export const meta = pageMeta(
  '/admin/punishments',
  msg`Punishments`,
  msg`Bans, mutes and restrictions in force.`,
)

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
