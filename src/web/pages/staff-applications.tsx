import { msg } from '@lingui/core/macro'
import { RedirectToForm } from '../domains/applications/redirect-to-form.tsx'
import { pageMeta, siteOf } from '../platform/meta.ts'
import type { Route } from './+types/staff-applications.ts'

export const meta: Route.MetaFunction = ({ matches }) => {
  const site = siteOf(matches)
  return pageMeta(site, {
    title: msg`Staff Applications`,
    description: msg`The way to the staff application form of ${{ name: site.name }}.`,
    path: '/staff-applications',
    noindex: true,
  })
}

export default function StaffApplications() {
  return <RedirectToForm />
}
