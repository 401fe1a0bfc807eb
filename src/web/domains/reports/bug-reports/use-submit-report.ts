import { msg } from '@lingui/core/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { reportEndpoints } from '../../../../contract/reports/reports-endpoints.ts'
import { api, apiSecond } from '../../../platform/api.ts'
import { ApiError } from '../../../platform/api-error.ts'
import { newIdempotencyKey } from '../../../platform/forms/idempotency-key.ts'
import { ownReportsKey } from './own-reports-query.ts'
import type { ReportPayload } from './report-payload.ts'

/** A call that was refused, or that a browser could not make (fetch says so with a TypeError). */
const isFailedCall = (error: unknown) => error instanceof ApiError || error instanceof TypeError

const send = (body: ReportPayload, idempotencyKey: string) =>
  api(reportEndpoints.create, { body, idempotencyKey }).catch((error: unknown) => {
    if (isFailedCall(error)) return apiSecond(reportEndpoints.create, { body, idempotencyKey })
    throw error
  })

/** Why a report was not submitted, in the words of the specification. */
export const submitErrorText = (error: unknown) =>
  isFailedCall(error)
    ? msg`Failed to submit your report. Please try again later.`
    : msg`An unexpected error occurred. Please try again later.`

/**
 * Sends a report, to the second address where the first fails. The very same report tried again is still the same
 * submission, under the same key: if only the response was lost, no second report appears.
 */
export function useSubmitReport({ onReceived }: { onReceived: () => void }) {
  const client = useQueryClient()
  const submission = useRef<{ readonly text: string; readonly key: string } | null>(null)

  function keyOf(payload: ReportPayload): string {
    const text = JSON.stringify(payload)
    if (submission.current?.text !== text) submission.current = { text, key: newIdempotencyKey() }
    return submission.current.key
  }

  return useMutation({
    mutationFn: async (payload: ReportPayload) => send(payload, keyOf(payload)),
    onSuccess() {
      // Here, because this also runs when the page was left meanwhile.
      onReceived()
      submission.current = null
      void client.invalidateQueries({ queryKey: ownReportsKey })
    },
  })
}
