import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'react-router'
import type { OwnUser } from '../../../contract/accounts/users-schemas.ts'
import { anchorOf } from '../../../contract/links.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { api } from '../../platform/api.ts'
import { useLinkedId, useScrollToLinked } from '../../platform/navigation/linked-thing.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { viewerQuery } from '../../platform/viewer.ts'
import { ErrorView } from '../../ui/list/error-view.tsx'
import { NoticeCard } from './notice-card.tsx'
import { noticesKey, noticesQuery } from './notices-query.ts'

/** The member's notices. Each stays until it is dismissed. */
export function Notices({ member }: { member: Pick<OwnUser, 'id'> }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const linked = useLinkedId('notice')
  const { data, isError, refetch } = useQuery({
    ...noticesQuery(api),
    // Sign-out refetches active queries before this page unmounts.
    enabled: () => client.getQueryData(viewerQuery.queryKey)?.id === member.id,
  })
  const place = useRef<HTMLElement>(null)
  const seen = useSeen(() => place.current?.focus())
  const isThere = data?.some(({ id }) => String(id) === linked) ?? false
  useScrollToLinked(linked === undefined ? undefined : anchorOf('notice', linked), isThere)
  const isGone = data !== undefined && linked !== undefined && !isThere
  if (!data?.length && !isError && !isGone) return null
  return (
    <section ref={place} tabIndex={-1} aria-label={t`Notices`} className="grid gap-3 outline-offset-4">
      {isError && <ErrorView title={t`Your notices could not be loaded`} onRetry={() => void refetch()} />}
      {isGone && (
        <p role="status" className="text-ink-soft">
          <Trans>
            You have read this notice already. It is still among your{' '}
            <Link to="/notifications" className="underline underline-offset-4">
              notifications
            </Link>
            .
          </Trans>
        </p>
      )}
      {data?.map((notice) => (
        <NoticeCard
          key={notice.id}
          notice={notice}
          isLinked={String(notice.id) === linked}
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
    onError: (error) => toastFailure(t`Update Failed`, error, t`The notice could not be dismissed.`),
    async onSettled(_response, error) {
      await client.invalidateQueries({ queryKey: noticesKey })
      if (error === null) onGone()
    },
  })
}
