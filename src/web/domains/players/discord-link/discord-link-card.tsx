import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { discordLinkQuery } from './discord-link-query.ts'
import { DiscordLinkState } from './discord-link-state.tsx'

/** Links the member's Discord account, which gets roles by rank, rating and matches. */
export function DiscordLinkCard({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const own = useQuery({
    ...discordLinkQuery(api, member.id),
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  const isLinked = own.data && own.data.link !== null
  const wasLinked = useRef(isLinked)
  useEffect(() => {
    const hasChanged = wasLinked.current !== undefined && wasLinked.current !== isLinked
    wasLinked.current = isLinked
    if (!hasChanged) return
    // The confirmation that closes gives the focus back to a button that is gone.
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) heading.current?.focus()
    })
    return () => clearTimeout(timer)
  }, [isLinked])
  return (
    <Card id="discord" className="scroll-mt-24">
      <CardTitle ref={heading} tabIndex={-1} className="mb-4">
        <Trans>Discord</Trans>
      </CardTitle>
      {own.isPending && (
        <div role="status">
          <span className="sr-only">
            <Trans>Loading your Discord account...</Trans>
          </span>
          <Skeleton className="h-16" />
        </div>
      )}
      {own.isError && (
        <ErrorView
          title={t`Your Discord account could not be loaded`}
          message={errorMessage(own.error, t`Please try again.`)}
          onRetry={() => void own.refetch()}
        />
      )}
      {own.data !== undefined && <DiscordLinkState link={own.data.link} memberId={member.id} />}
    </Card>
  )
}
