import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { emailQuery } from './email-query.ts'
import { EmailState } from './email-state.tsx'

/** The member's own address: whether it is confirmed, and the way to confirm it. */
export function EmailCard({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const own = useQuery({
    ...emailQuery(api, member),
    // It may be confirmed in the window that the mail opened. This one refetches when it gets the focus.
    refetchOnWindowFocus: 'always',
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  return (
    <Card id="email" className="scroll-mt-24">
      <CardTitle as="h3" className="mb-4">
        <Trans>Email</Trans>
      </CardTitle>
      {own.isPending && (
        <div role="status" className="grid gap-3">
          <span className="sr-only">
            <Trans>Loading your email address...</Trans>
          </span>
          <Skeleton className="h-5 w-2/3" />
          <Skeleton className="h-4 w-full" />
        </div>
      )}
      {own.isError && (
        <ErrorView
          title={t`Error loading your email address`}
          message={errorMessage(own.error, t`Please try again.`)}
          onRetry={() => void own.refetch()}
        />
      )}
      {own.isSuccess && <EmailState own={own.data} />}
    </Card>
  )
}
