import { RedirectToForm } from '../domains/applications/redirect-to-form.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/staff-applications.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: 'Staff Applications',
    description: `The way to the staff application form of ${site.name}.`,
    path: '/staff-applications',
    noindex: true,
  })
}

export default function StaffApplications() {
  return <RedirectToForm />
}
