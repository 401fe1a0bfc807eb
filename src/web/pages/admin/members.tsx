import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { ConfirmMemberDialog } from '../../domains/accounts/members/confirm-member-dialog.tsx'
import { DeleteMemberDialog } from '../../domains/accounts/members/delete-member-dialog.tsx'
import { DeletedMembers } from '../../domains/accounts/members/deleted-members.tsx'
import { MemberList } from '../../domains/accounts/members/member-list.tsx'
import { membersQuery, rankIn } from '../../domains/accounts/members/members-query.ts'
import { RecoveryCodeDialog } from '../../domains/accounts/recovery/recovery-code-dialog.tsx'
import { RestrictDialog } from '../../domains/moderation/restrict-dialog.tsx'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'

export const loader = staffLoader('/admin/members', (call, search) => [
  membersQuery(call, { search: '', rank: rankIn(search) }),
])
export const clientLoader = staffClientLoader('/admin/members')

export const meta = pageMeta('/admin/members', msg`Members`, msg`Everybody who can sign in.`)

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
      <DeletedMembers />
    </AdminFrame>
  )
}
