import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Plus } from 'lucide-react'
import { canChangeRanks } from '../../../contract/accounts/rank-admin.ts'
import { PowerMatrix } from '../../admin/power-matrix.tsx'
import { NewRankForm } from '../../domains/accounts/ranks/rank-form.tsx'
import { RanksAdmin } from '../../domains/accounts/ranks/ranks-admin.tsx'
import { ranksQuery } from '../../domains/accounts/ranks/ranks-query.ts'
import { UnknownRanks } from '../../domains/matches/unknown-ranks/unknown-ranks.tsx'
import { unknownRanksQuery } from '../../domains/matches/unknown-ranks/unknown-ranks-query.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/settings/ranks', (call) => [
  ranksQuery(call),
  unknownRanksQuery(call),
])
export const clientLoader = staffClientLoader('/admin/settings/ranks')

export const meta = pageMeta(
  '/admin/settings/ranks',
  msg`Ranks`,
  msg`The ranks of the network and what each may do.`,
)

export default function AdminRanks() {
  const { t } = useLingui()
  const viewer = useViewer()
  return (
    <AdminFrame
      title={t`Ranks`}
      intro={t`What members can be. A power decides what a rank may do; name and colour are yours. Changes appear in the audit log.`}
      actions={
        canChangeRanks(viewer) && (
          <FormDialog
            title={t`New rank`}
            trigger={
              <Button>
                <Plus aria-hidden className="size-4" />
                <Trans>New rank</Trans>
              </Button>
            }
          >
            {(close) => <NewRankForm onDone={close} />}
          </FormDialog>
        )
      }
    >
      <div className="grid gap-10">
        <RanksAdmin />
        <UnknownRanks />
        <PowerMatrix />
      </div>
    </AdminFrame>
  )
}
