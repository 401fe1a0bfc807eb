import { useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { refetchWebhooks } from './webhooks-query.ts'

/** A call after which webhooks and their logs are refetched. */
export function useWebhookCall<Result>(
  call: () => Promise<Result>,
  done: string,
  onSuccess?: (result: Result) => void,
) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess(result) {
      toast({ title: done })
      onSuccess?.(result)
    },
    onError: (error) => toastFailure(t`That did not work`, error, t`Please try again.`),
    onSettled: () => refetchWebhooks(client),
  })
}
