import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { refusedFields } from '../../../platform/field-problems.ts'
import { Alert } from '../../../ui/alert.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { CodeFormSchema } from './recovery-schemas.ts'
import { recoveryErrorText, useSetPassword } from './use-set-password.ts'

/** The way without mail: a code from the game, or from staff. */
export function CodeForm() {
  const set = useSetPassword()
  const form = useForm({ resolver: zodResolver(CodeFormSchema) })
  const { errors } = form.formState
  const submit = form.handleSubmit(({ username, code, newPassword }) => {
    if (set.isPending) return
    set.mutate(
      { username, code, newPassword },
      {
        onError(error) {
          const message = refusedFields(error).code
          if (message !== undefined) form.setError('code', { type: 'server', message }, { shouldFocus: true })
        },
      },
    )
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {set.isError && refusedFields(set.error).code === undefined && (
        <Alert title="Password not set">{recoveryErrorText(set.error)}</Alert>
      )}
      <CardText>
        Linked to your player? Type <code className="font-bold text-ink">/link</code> in game and enter the
        code within 10 minutes. Everybody else gets one from{' '}
        <Link to="/contact" className="text-ember-bright underline underline-offset-4">
          the team
        </Link>
        .
      </CardText>
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message}
        {...form.register('username')}
      />
      <TextField
        label="Code"
        hint="8 characters from the game, 12 from staff"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="uppercase tracking-widest"
        error={errors.code?.message}
        {...form.register('code')}
      />
      <NewPasswordFields
        newPassword={form.register('newPassword')}
        confirmPassword={form.register('confirmPassword')}
        errors={errors}
      />
      <SubmitButton busy={set.isPending} size="lg" className="w-full">
        Set Password
      </SubmitButton>
    </form>
  )
}
