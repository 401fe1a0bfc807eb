import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { canManageKeys, staffScopesOf } from '../../../contract/doors/keys.ts'
import { keysQuery } from '../../domains/doors/keys/keys-query.ts'
import { OwnKeys } from '../../domains/doors/keys/own-keys.tsx'
import { StaffKeys } from '../../domains/doors/keys/staff-keys.tsx'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { useViewer } from '../../platform/viewer.ts'
import { CardTitle } from '../../ui/card.tsx'

export const loader = staffLoader('/admin/keys', (call) => [keysQuery(call)])
export const clientLoader = staffClientLoader('/admin/keys')

export const meta = pageMeta('/admin/keys', msg`API keys`, msg`Keys for programs of staff.`)

export default function AdminKeys() {
  const { t } = useLingui()
  const viewer = useViewer()
  return (
    <AdminFrame
      title={t`API keys`}
      intro={t`A program works as you, within what you tick, and never with more than your rank allows at that moment. Making and revoking such a key appear in the audit log.`}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <OwnKeys offered={staffScopesOf(viewer)} />
        {canManageKeys(viewer) && (
          <section className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <CardTitle>
              <Trans>Of all staff</Trans>
            </CardTitle>
            <StaffKeys />
          </section>
        )}
      </div>
    </AdminFrame>
  )
}
