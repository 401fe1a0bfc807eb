import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessionEndpoints } from '../../../../contract/accounts/sessions-endpoints.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import type { Message } from '../../../../contract/languages.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useRefetchViewerOnAuthError } from '../../../platform/use-refetch-viewer.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { Skeleton } from '../../../ui/list/skeleton.tsx'
import { useRestoredFocus } from '../../../ui/use-restored-focus.ts'
import { SessionRow } from './session-row.tsx'

const sessionsKey = ['sessions'] as const

/**
 * Where the member is signed in. Fetched by browsers only, because the cookie says which session is the current one.
 */
const sessionsQuery = ({ id }: Pick<OwnUser, 'id'>) =>
  queryOptions({
    queryKey: [...sessionsKey, id] as const,
    queryFn: ({ signal }) => api(sessionEndpoints.list, { signal }),
    staleTime: 0,
  })

/** Refetches the list also after a failure: the session may have ended by itself. */
function useSigningOut<Which>(end: (which: Which) => Promise<unknown>, done: Message) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: () => toast({ title: t`Signed out`, description: t(done) }),
    onError: (error) => toastFailure(t`Signing out failed`, error, t`Please try again.`),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  })
}

const useEndSession = () =>
  useSigningOut(
    (id: number) => api(sessionEndpoints.end, { params: { id } }),
    msg`That device is signed out now`,
  )

const useEndOtherSessions = () =>
  useSigningOut(() => api(sessionEndpoints.endOthers, {}), msg`Only this device is signed in now`)

/** Where the member is signed in, and the way to sign out there. */
export function SessionsCard({ member }: { member: OwnUser }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const sessions = useQuery({
    ...sessionsQuery(member),
    // Sign-out refetches active queries before this page unmounts; without a session they are a 401.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  useRefetchViewerOnAuthError(sessions.error)
  const list = useRestoredFocus<HTMLDivElement>()
  const end = useEndSession()
  const endOthers = useEndOtherSessions()
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? []
  const count = others.length
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <CardTitle as="h3">
          <Trans>Signed-in devices</Trans>
        </CardTitle>
        {others.length > 0 && (
          <Confirm
            title={t`Sign out everywhere else?`}
            description={
              <Plural
                value={count}
                one="# other device is signed out at once."
                other="All # other devices are signed out at once."
              />
            }
            confirmLabel={t`End all others`}
            onConfirm={() => !endOthers.isPending && endOthers.mutate(undefined)}
            trigger={
              <Button look="quiet" size="sm" variant="red" aria-disabled={endOthers.isPending || undefined}>
                <Trans>End all others</Trans>
              </Button>
            }
          />
        )}
      </div>
      <div {...list} className="grid gap-4 outline-offset-4">
        {sessions.isPending && (
          <div role="status" className="grid gap-3">
            <span className="sr-only">
              <Trans>Loading your devices...</Trans>
            </span>
            <Skeleton className="h-16" />
          </div>
        )}
        {sessions.data !== undefined && (
          <ul aria-label={t`Signed-in devices`} className="-mb-3 divide-y divide-line border-line border-t">
            {sessions.data.map((session) => (
              <SessionRow
                key={session.id}
                session={session}
                busy={end.isPending && end.variables === session.id}
                onEnd={() => end.mutate(session.id)}
              />
            ))}
          </ul>
        )}
        {sessions.isSuccess && others.length === 0 && (
          <CardText>
            <Trans>No other sessions</Trans>
          </CardText>
        )}
        {sessions.isError && (
          <ErrorView
            title={t`Your devices could not be loaded`}
            message={errorMessage(sessions.error, t`Please try again.`)}
            onRetry={() => void sessions.refetch()}
          />
        )}
      </div>
    </Card>
  )
}
