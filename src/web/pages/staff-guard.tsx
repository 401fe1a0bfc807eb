import { data, redirect } from 'react-router'
import { isStaff, type Viewer } from '../../contract/ranks.ts'
import { pageMeta, siteOf } from '../platform/meta.ts'
import { pageContext } from '../platform/page-context.ts'
import { knownViewer } from '../platform/viewer.ts'
import type { Route } from './+types/staff-guard.ts'
import { NotFound } from './not-found.tsx'

/** Who is not staff is sent to sign in, with the reason as a code (rulings, Pages). */
function refuseOthers(viewer: Viewer | null): void {
  if (!isStaff(viewer)) throw redirect('/auth?redirect=/admin&notice=staff')
}

export async function loader({ context }: Route.LoaderArgs) {
  refuseOthers(context.get(pageContext).viewer)
  return data(null, { status: 404 })
}

export async function clientLoader() {
  refuseOthers(knownViewer())
  return null
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(siteOf(matches), {
    title: '404 Page Not Found',
    description: 'There is no page at this address.',
    path: location.pathname,
    noindex: true,
  })

export default function StaffGuard() {
  return <NotFound />
}
