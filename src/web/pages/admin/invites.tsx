import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { isOwner } from '../../../contract/accounts/ranks.ts'
import { InviteForm } from '../../domains/accounts/invites/invite-form.tsx'
import { Invites, NewInviteLink } from '../../domains/accounts/invites/invites.tsx'
import { invitesQuery } from '../../domains/accounts/invites/invites-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/settings/invites', (call) => [invitesQuery(call)])
export const clientLoader = staffClientLoader('/admin/settings/invites')

export const meta = pageMeta(
  '/admin/settings/invites',
  msg`Invitations`,
  msg`Links that make somebody staff.`,
)

export default function AdminInvites() {
  const { t } = useLingui()
  const viewer = useViewer()
  const [link, setLink] = useState<string>()
  return (
    <AdminFrame
      title={t`Invitations`}
      intro={t`A link gives one person a rank, with a new account or their own. Making, revoking and using one appear in the audit log.`}
      actions={
        isOwner(viewer) && (
          <FormDialog
            title={t`New invitation`}
            trigger={
              <Button>
                <Plus aria-hidden className="size-4" />
                <Trans>New invitation</Trans>
              </Button>
            }
          >
            {(close) => <InviteForm onMade={setLink} onDone={close} />}
          </FormDialog>
        )
      }
    >
      {link !== undefined && <NewInviteLink link={link} onDone={() => setLink(undefined)} />}
      <Invites />
    </AdminFrame>
  )
}
