import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import type { NewApplication } from '../../../../contract/applications/application-form-schemas.ts'
import { applicationEndpoints } from '../../../../contract/applications/applications-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { newIdempotencyKey } from '../../../platform/idempotency-key.ts'
import { removeApplicationDraft } from './draft-storage.ts'

/**
 * Sends an application. The very same one again after a failure goes under the same key: if only the answer got lost
 * the first time, it is answered as sent, and not as a second one.
 */
export function useSendApplication(memberId: number) {
  const submission = useRef<{ readonly text: string; readonly key: string } | null>(null)

  function keyOf(application: NewApplication): string {
    const text = JSON.stringify(application)
    if (submission.current?.text !== text) submission.current = { text, key: newIdempotencyKey() }
    return submission.current.key
  }

  return useMutation({
    mutationFn: (application: NewApplication) =>
      api(applicationEndpoints.create, { body: application, idempotencyKey: keyOf(application) }),
    // Here, because this also runs when the page was left meanwhile.
    onSuccess: () => removeApplicationDraft(memberId),
  })
}
