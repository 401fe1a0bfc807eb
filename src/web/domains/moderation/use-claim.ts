import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import type { CaseClaim, ModerationCase } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { adminKey } from '../../platform/keyset-query.ts'
import { serverNow } from '../../platform/live/server-clock.ts'
import { toastFailure } from '../../platform/toasts.ts'
import { casesKey } from './cases-query.ts'

type Subject = Pick<ModerationCase, 'subjectType' | 'subjectId'>

/** Claims a case for half an hour, with a reason from a colleague of a lower rank, or gives the claim up. */
export function useClaim() {
  const { t } = useLingui()
  const client = useQueryClient()
  const shared = {
    onError: (error: unknown) => toastFailure(t`Update Failed`, error, t`The claim could not be changed.`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  } as const
  const claim = useMutation({
    mutationFn: ({ subjectType, subjectId, reason }: Subject & { readonly reason?: string }) =>
      api(moderationEndpoints.claim, { body: { subjectType, subjectId, reason } }),
    ...shared,
  })
  const release = useMutation({
    mutationFn: ({ subjectType, subjectId }: Subject) =>
      api(moderationEndpoints.release, { params: { subjectType, subjectId } }),
    ...shared,
  })
  return { claim, release, busy: claim.isPending || release.isPending }
}

/** Refetches the cases when a claim ends, because no message is published then. */
export function useClaimEnd(claim: CaseClaim | null): void {
  const client = useQueryClient()
  const until = claim?.until
  useEffect(() => {
    if (until === undefined) return
    // A little later, because clocks differ, and never in a loop.
    const wait = Math.max(Date.parse(until) - serverNow(), 0) + 2_000
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: casesKey }), wait)
    return () => clearTimeout(timer)
  }, [client, until])
}
