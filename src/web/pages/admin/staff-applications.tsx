import { msg } from '@lingui/core/macro'
import { RedirectToForm } from '../../domains/applications/redirect-to-form.tsx'
import { pageMeta } from '../../platform/navigation/meta.ts'

export const meta = pageMeta(
  '/staff-applications',
  msg`Staff Applications`,
  ({ name }) => msg`The way to the staff application form of ${{ name }}.`,
)

export default function StaffApplications() {
  return <RedirectToForm />
}
