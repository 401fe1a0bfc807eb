import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { Login } from '../../../../contract/accounts/users-schemas.ts'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CodeStep } from './code-step.tsx'
import { type Credentials, loginFailure, needsCode, useLogin } from './use-login.ts'

export function LoginForm() {
  const login = useLogin()
  // No default values: what was typed or filled in before the page came alive is read from the inputs.
  const form = useForm({ resolver: zodResolver(Login) })
  const { errors } = form.formState
  /** Right, as far as they go: the account asks for a code as well. */
  const [known, setKnown] = useState<Credentials | null>(null)
  const submit = form.handleSubmit((values) => {
    if (login.isPending) return
    login.mutate(values, { onError: (error) => needsCode(error) && setKnown(values) })
  })
  const failure = login.isError && !needsCode(login.error) && (
    <Alert title="Login failed">{loginFailure(login.error)}</Alert>
  )
  if (known !== null) {
    return (
      <div className="grid gap-5">
        {failure}
        <CodeStep
          username={known.username}
          busy={login.isPending}
          onCode={(code) => login.mutate({ ...known, code })}
          onBack={() => {
            login.reset()
            setKnown(null)
          }}
        />
      </div>
    )
  }
  return (
    // A POST, so that not even a browser without scripts could put a password into an address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {failure}
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
