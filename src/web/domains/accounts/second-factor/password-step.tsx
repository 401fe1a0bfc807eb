import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import {
  SecondFactorBegin,
  type SecondFactorSetup,
} from '../../../../contract/accounts/second-factor-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { Refusal, showRefusedFields } from './refusal.tsx'
import { useBegin } from './use-second-factor.ts'

interface PasswordStepProps {
  readonly username: string
  /** Why an earlier set-up came to nothing. */
  readonly earlier: unknown
  readonly onBegun: (setup: SecondFactorSetup) => void
}

/** First whoever sits here says that they are the member. */
export function PasswordStep({ username, earlier, onBegun }: PasswordStepProps) {
  const form = useForm({ resolver: zodResolver(SecondFactorBegin) })
  const begin = useBegin()
  const submit = form.handleSubmit((values) => {
    if (begin.isPending) return
    begin.mutate(values, {
      onSuccess: onBegun,
      onError: (error) => showRefusedFields(form, ['password'], error),
    })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Refusal error={begin.error ?? earlier} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={form.formState.errors.password?.message}
        {...form.register('password')}
      />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <SubmitButton busy={begin.isPending}>Continue</SubmitButton>
      </DialogActions>
    </form>
  )
}
