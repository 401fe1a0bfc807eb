import { useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { api } from '../../platform/api.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { ErrorView } from '../../ui/error-view.tsx'
import { NoticeCard } from './notice-card.tsx'
import { noticesKey, noticesQuery } from './notices-query.ts'

/** The member's notices. Each stays until it is dismissed. */
export function Notices({ member }: { member: Pick<OwnUser, 'id'> }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const {
    data = [],
    isError,
    refetch,
  } = useQuery({
    ...noticesQuery(api),
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(() => place.current?.focus())
  if (data.length === 0 && !isError) return null
  return (
    <section ref={place} tabIndex={-1} aria-label={t`Notices`} className="grid gap-3 outline-offset-4">
      {isError && <ErrorView title={t`Your notices could not be loaded`} onRetry={() => void refetch()} />}
      {data.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          busy={seen.isPending}
          onSeen={() => seen.mutate(notice.id)}
        />
      ))}
    </section>
  )
}

/** Dismisses a notice for good. `onGone`: its button left together with it. */
function useSeen(onGone: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api(moderationEndpoints.seen, { params: { id } }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t`Update Failed`,
        description: errorMessage(error, t`The notice could not be dismissed.`),
      }),
    async onSettled(_response, error) {
      await client.invalidateQueries({ queryKey: noticesKey })
      if (error === null) onGone()
    },
  })
}
