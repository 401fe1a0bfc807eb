import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { data, Link } from 'react-router'
import { ApplicationList } from '../../domains/applications/admin/application-list.tsx'
import { applicationsQuery } from '../../domains/applications/admin/applications-query.ts'
import { tabOf } from '../../domains/applications/admin/status-filter.ts'
import { AdminFrame } from '../../frame/admin-frame.tsx'
import { metaTags, siteOf } from '../../platform/navigation/meta.ts'
import { prefetched } from '../../platform/navigation/page-context.ts'
import { staffClientLoader, staffDocument } from '../../platform/navigation/staff-only.ts'
import { Button } from '../../ui/button.tsx'
import { NotFound } from '../not-found.tsx'
import type { Route } from './+types/applications.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  staffDocument(context, '/admin/applications')
  const tab = tabOf(params.status)
  if (tab === undefined) return data(null, { status: 404 })
  return prefetched(context, (call) => [applicationsQuery(call, tab, new URL(request.url).search)])
}

export const clientLoader = staffClientLoader('/admin/applications')

export const meta: Route.MetaFunction = ({ matches, params, location }) => {
  const known = tabOf(params.status) !== undefined
  return metaTags(siteOf(matches), {
    title: known ? msg`Staff Applications` : msg`404 Page Not Found`,
    description: known ? msg`Who wants to join the team.` : msg`There is no page at this address.`,
    path: location.pathname,
    noindex: true,
  })
}

export default function AdminApplications({ params }: Route.ComponentProps) {
  const { t } = useLingui()
  const tab = tabOf(params.status)
  if (tab === undefined) return <NotFound />
  return (
    <AdminFrame
      title={t`Staff Applications`}
      intro={t`Applications to join the team, newest first.`}
      actions={
        <Button asChild look="quiet" size="sm">
          <Link to="/admin">
            <ArrowLeft aria-hidden className="size-4" />
            <Trans>Back to staff area</Trans>
          </Link>
        </Button>
      }
    >
      <ApplicationList key={tab} tab={tab} />
    </AdminFrame>
  )
}
