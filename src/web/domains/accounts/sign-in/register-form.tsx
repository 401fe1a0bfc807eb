import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RegisterFormSchema, type RegisterFormValues } from './register-form-schema.ts'

/** The server's reason, else the general one: also when the server could not be reached at all. */
const registrationFailure = (error: unknown) => errorMessage(error, 'Registration failed. Please try again.')

/** Creates the account and signs in. What is sent is picked by name: the confirmation stays in the browser. */
function useRegister() {
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

export function RegisterForm() {
  const registration = useRegister()
  const form = useForm({ resolver: zodResolver(RegisterFormSchema) })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => {
    if (!registration.isPending) registration.mutate(values)
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {registration.isError && (
        <Alert title="Registration failed">{registrationFailure(registration.error)}</Alert>
      )}
      <TextField
        label="Username"
        hint="3 to 32 letters, digits, spaces, _ or -"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Email (optional)"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <TextField
        label="Password"
        type="password"
        hint="At least 6 characters"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <TextField
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        error={errors.confirmPassword?.message}
        {...form.register('confirmPassword')}
      />
      <TextField
        label="Link code (optional)"
        hint="Played here before? Type /link in game, and your matches become yours."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={errors.linkCode?.message}
        {...form.register('linkCode')}
      />
      <SubmitButton busy={registration.isPending} size="lg" className="w-full">
        Register
      </SubmitButton>
    </form>
  )
}
