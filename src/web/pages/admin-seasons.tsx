import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { CalendarPlus } from 'lucide-react'
import { isAdmin } from '../../contract/accounts/ranks.ts'
import { SeasonForm } from '../domains/rankings/seasons/admin/season-form.tsx'
import { SeasonsAdmin } from '../domains/rankings/seasons/admin/seasons-admin.tsx'
import { seasonsQuery } from '../domains/rankings/seasons/season-queries.ts'
import { AdminFrame } from '../frame/admin-frame.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { prefetched } from '../platform/page-context.ts'
import { requireAdmin, staffDocument } from '../platform/staff-only.ts'
import { Button } from '../ui/button.tsx'
import { FormDialog } from '../ui/dialog.tsx'
import type { Route } from './+types/admin-seasons.ts'

export async function loader({ context }: Route.LoaderArgs) {
  staffDocument(context, isAdmin)
  return prefetched(context, (call) => [seasonsQuery(call)])
}

export const clientLoader = () => requireAdmin()

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(siteOf(matches), {
    title: msg`Manage seasons`,
    description: msg`Seasons of the ratings, as admins manage them.`,
    path: '/admin/seasons',
    noindex: true,
  })

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
