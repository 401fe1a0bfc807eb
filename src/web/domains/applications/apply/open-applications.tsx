import { useLingui } from '@lingui/react/macro'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { applicationPositions } from '../../../../contract/applications/application-options.ts'
import { positionLabels } from '../../../../contract/labels.ts'
import { Alert } from '../../../ui/alert.tsx'
import { MyApplications, useOwnApplications } from '../my-applications.tsx'

/** Above the form: how earlier applications stand, and which positions have to wait. */
export function OpenApplications({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const { applications, open } = useOwnApplications(member)
  if (applications.length === 0) return null
  const names = open.map(({ position }) => t(positionLabels[position])).join(', ')
  return (
    <div className="mb-8 grid gap-4">
      {open.length > 0 && (
        <Alert tone="info" title={t`You have an open application: ${names}`}>
          {open.length < applicationPositions.length
            ? t`The team has not decided it yet. You can apply for another position below.`
            : t`The team has not decided it yet. You can apply again once it has.`}
        </Alert>
      )}
      <MyApplications member={member} />
    </div>
  )
}
