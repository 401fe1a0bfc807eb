import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ConfirmMemberDialog } from '../domains/accounts/members/confirm-member-dialog.tsx'
import { DeleteMemberDialog } from '../domains/accounts/members/delete-member-dialog.tsx'
import { MemberList } from '../domains/accounts/members/member-list.tsx'
import { membersQuery, rankIn } from '../domains/accounts/members/members-query.ts'
import { RecoveryCodeDialog } from '../domains/accounts/recovery/recovery-code-dialog.tsx'
import { RestrictDialog } from '../domains/moderation/restrict-dialog.tsx'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireStaff, staffDocument } from '../platform/staff-only.ts'
import type { Route } from './+types/admin-members.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  staffDocument(context)
  return prefetched(context, (call) => [
    membersQuery(call, { search: '', rank: rankIn(new URL(request.url).search) }),
  ])
}

export const clientLoader = () => requireStaff()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Members`,
    description: msg`Everybody who can sign in.`,
    path: '/admin/members',
    noindex: true,
  })

export default function AdminMembers() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Members`}
      intro={t`Everybody who can sign in. Admins change ranks below their own and help members who forgot their password.`}
    >
      <MemberList
        actions={(member) => (
          <>
            <RestrictDialog target={member} restriction={member.restriction} />
            <ConfirmMemberDialog target={member} />
            <RecoveryCodeDialog target={member} />
            <DeleteMemberDialog target={member} />
          </>
        )}
      />
    </AdminFrame>
  )
}
