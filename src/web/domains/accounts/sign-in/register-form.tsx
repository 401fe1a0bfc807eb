import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { RegisterFormSchema } from './register-form-schema.ts'
import { registrationFailure, useRegister } from './use-register.ts'

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
