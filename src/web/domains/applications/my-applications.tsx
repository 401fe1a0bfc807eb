import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import { isOpenApplication } from '../../../contract/applications/applications.ts'
import { applicationStatusLabels, positionLabels } from '../../../contract/labels.ts'
import { api } from '../../platform/api.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { StaffResponse } from '../../ui/staff-response.tsx'
import { Time } from '../../ui/time.tsx'
import { statusTone } from './admin/status-look.ts'
import { ownApplicationsQuery } from './own-applications-query.ts'

/** The member's own applications; `open`: those that a second one for the same position has to wait for. */
export function useOwnApplications(member: Pick<OwnUser, 'id'>) {
  const client = useQueryClient()
  const query = useQuery({
    ...ownApplicationsQuery(api, member),
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  const applications = query.data ?? []
  return { ...query, applications, open: applications.filter(({ status }) => isOpenApplication(status)) }
}

/** The state of the member's applications; nothing without one. */
export function MyApplications({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const { applications, isError, refetch } = useOwnApplications(member)
  if (isError) return <ErrorView title={t`Error loading your applications`} onRetry={() => void refetch()} />
  if (applications.length === 0) return null
  return (
    <Card>
      <CardTitle className="mb-4">
        <Trans>Your applications</Trans>
      </CardTitle>
      <ul aria-label={t`Your applications`} className="-mb-3 divide-y divide-line border-line border-t">
        {applications.map(({ id, position, status, submitted_at, answer }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 py-3">
            <div className="min-w-0">
              <p className="font-semibold text-sm">{t(positionLabels[position])}</p>
              <p className="text-ink-faint text-sm">
                <Trans>
                  sent <Time iso={submitted_at} />
                </Trans>
              </p>
            </div>
            <Badge tone={statusTone[status]}>{t(applicationStatusLabels[status])}</Badge>
            {answer !== null && <StaffResponse text={answer} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}
