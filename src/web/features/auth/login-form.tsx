import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Login } from '../../../contract/users.ts'
import { Alert } from '../../ui/alert.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { loginFailure, useLogin } from './use-login.ts'

export function LoginForm() {
  const login = useLogin()
  // No default values: what was typed or filled in before the page came alive is read from the inputs.
  const form = useForm({ resolver: zodResolver(Login) })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => {
    if (!login.isPending) login.mutate(values)
  })
  return (
    // A POST, so that not even a browser without scripts could put a password into an address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {login.isError && <Alert title="Login failed">{loginFailure(login.error)}</Alert>}
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <SubmitButton busy={login.isPending} size="lg" className="w-full">
        Login
      </SubmitButton>
    </form>
  )
}
