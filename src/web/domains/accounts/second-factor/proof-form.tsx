import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { SecondFactorProof } from '../../../../contract/accounts/second-factor-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { Refusal, showRefusedFields } from './refusal.tsx'
import type { Proof } from './use-second-factor.ts'

interface ProofFormProps {
  readonly username: string
  readonly codeHint: string
  readonly submitLabel: string
  readonly call: {
    readonly isPending: boolean
    readonly error: unknown
    mutate(proof: Proof, options: { onError: (error: unknown) => void }): void
  }
}

/** The password and a code: what changes the factor asks for both. */
export function ProofForm({ username, codeHint, submitLabel, call }: ProofFormProps) {
  const form = useForm({ resolver: zodResolver(SecondFactorProof) })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => {
    if (call.isPending) return
    call.mutate(values, { onError: (error) => showRefusedFields(form, ['password', 'code'], error) })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Refusal error={call.error} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Your password"
        type="password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      <CodeField label="Code" hint={codeHint} error={errors.code?.message} {...form.register('code')} />
      <DialogActions>
        <DialogClose>
          <Button look="quiet">Cancel</Button>
        </DialogClose>
        <SubmitButton busy={call.isPending}>{submitLabel}</SubmitButton>
      </DialogActions>
    </form>
  )
}
