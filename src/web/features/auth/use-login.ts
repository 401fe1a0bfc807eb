import { useMutation, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { type Login, userEndpoints } from '../../../contract/users.ts'
import { api } from '../../platform/api.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { toast } from '../../platform/toasts.ts'
import { changeViewer } from '../../platform/viewer.ts'

/** The server's reason, else the general one: also when the server could not be reached at all. */
export const loginFailure = (error: unknown) =>
  sentenceOf(error, 'Login failed. Please check your credentials.')

/** Signs in. The page notices the new viewer by itself and leads on. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: z.infer<typeof Login>) => api(userEndpoints.login, { body }),
    async onSuccess(user) {
      toast({ title: 'Login successful', description: `Welcome back, ${user.username}!` })
      await changeViewer(client, user)
    },
    onError(error) {
      toast({ title: 'Login failed', description: loginFailure(error), variant: 'destructive' })
    },
  })
}
