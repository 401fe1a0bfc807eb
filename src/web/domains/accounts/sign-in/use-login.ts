import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import type { Login } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { ApiError, sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'

/** The server's reason, else the general one: also when the server could not be reached at all. */
export const loginFailure = (error: unknown) =>
  sentenceOf(error, 'Login failed. Please check your credentials.')

export type Credentials = z.infer<typeof Login>

/** The password was right, and the account wants a code as well: a question, not a failure. */
export const needsCode = (error: unknown) =>
  error instanceof ApiError && error.answer?.code === 'second_factor_required'

/** Signs in. The page notices the new viewer by itself and leads on. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Credentials) => api(userEndpoints.login, { body }),
    async onSuccess(user) {
      toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` })
      await changeViewer(client, user)
    },
    onError(error) {
      if (needsCode(error)) return
      toast({ title: 'Login failed', description: loginFailure(error), variant: 'destructive' })
    },
  })
}
