import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { SeasonForm } from '../../domains/rankings/seasons/admin/season-form.tsx'
import { SeasonsAdmin } from '../../domains/rankings/seasons/admin/seasons-admin.tsx'
import { seasonsQuery } from '../../domains/rankings/seasons/season-queries.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'
import { staffClientLoader, staffLoader } from '../../platform/navigation/staff-only.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'

export const loader = staffLoader('/admin/seasons', (call) => [seasonsQuery(call)])
export const clientLoader = staffClientLoader('/admin/seasons')

export const meta = pageMeta(
  '/admin/seasons',
  msg`Manage seasons`,
  msg`Seasons of the ratings, as admins manage them.`,
)

export default function AdminSeasons() {
  const { t } = useLingui()
  return (
    <AdminFrame
      title={t`Seasons`}
      intro={t`A season begins a new rating board in every mode: ratings move a quarter of the way back to 1500. Changes appear in the audit log.`}
      actions={
        <FormDialog
          title={t`New season`}
          trigger={
            <Button>
              <CalendarPlus aria-hidden className="size-4" />
              <Trans>New season</Trans>
            </Button>
          }
        >
          {(close) => <SeasonForm onDone={close} />}
        </FormDialog>
      }
    >
      <SeasonsAdmin />
    </AdminFrame>
  )
}
