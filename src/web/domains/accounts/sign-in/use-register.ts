import { useMutation, useQueryClient } from '@tanstack/react-query'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'
import type { RegisterFormValues } from './register-form-schema.ts'

/** The server's reason, else the general one: also when the server could not be reached at all. */
export const registrationFailure = (error: unknown) =>
  sentenceOf(error, 'Registration failed. Please try again.')

/** Creates the account and signs in. What is sent is picked by name: the confirmation stays in the browser. */
export function useRegister() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ username, email, password, linkCode }: RegisterFormValues) =>
      api(userEndpoints.register, {
        body: { username, password, ...(email !== '' && { email }), ...(linkCode !== '' && { linkCode }) },
      }),
    async onSuccess(user) {
      toast({
        title: 'Registration successful',
        description: `Welcome to the community, ${user.username}!`,
      })
      await changeViewer(client, user)
    },
    onError(error) {
      toast({ title: 'Registration failed', description: registrationFailure(error), variant: 'destructive' })
    },
  })
}
