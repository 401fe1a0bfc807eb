import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  SecondFactorBegin,
  SecondFactorProof,
  type SecondFactorSetup,
} from '../../../../contract/accounts/second-factor-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { CodesStep } from './codes-step.tsx'
import { Refusal, showRefusedFields } from './refusal.tsx'
import { ScanStep } from './scan-step.tsx'
import { type Proof, useBegin, useRemove, useRenewCodes } from './use-second-factor.ts'

export interface SecondFactorDialogProps {
  readonly task: 'set-up' | 'codes' | 'remove'
  readonly username: string
  readonly onClose: () => void
}

/** What can be done about the second factor; opened when it is rendered. */
export function SecondFactorDialog({ task, ...props }: SecondFactorDialogProps) {
  if (task === 'set-up') return <SetUp {...props} />
  return task === 'codes' ? <NewCodes {...props} /> : <Removal {...props} />
}

type TaskProps = Omit<SecondFactorDialogProps, 'task'>

function SetUp({ username, onClose }: TaskProps) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [expired, setExpired] = useState<unknown>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const title = codes === null ? 'Set up a second factor' : 'Your recovery codes'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      {...(setup === null && {
        description:
          'Signing in will then ask for a code of an authenticator app on your phone, besides your password.',
      })}
    >
      {codes !== null ? (
        <CodesStep codes={codes} username={username} />
      ) : setup !== null ? (
        <ScanStep
          setup={setup}
          onConfirmed={setCodes}
          onExpired={(error) => {
            setExpired(error)
            setSetup(null)
          }}
        />
      ) : (
        <PasswordStep username={username} earlier={expired} onBegun={setSetup} />
      )}
    </Dialog>
  )
}

function NewCodes({ username, onClose }: TaskProps) {
  const renew = useRenewCodes()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={renew.isSuccess ? 'Your recovery codes' : 'New recovery codes'}
      {...(!renew.isSuccess && { description: 'The ones you have end once the new ones are made.' })}
    >
      {renew.isSuccess ? (
        <CodesStep codes={renew.data.recoveryCodes} username={username} />
      ) : (
        <ProofForm
          username={username}
          codeHint="Six digits from your authenticator app"
          submitLabel="Make new codes"
          call={renew}
        />
      )}
    </Dialog>
  )
}

function Removal({ username, onClose }: TaskProps) {
  const removal = useRemove()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Remove the second factor"
      description="Whoever knows your password can then sign in. Your recovery codes end as well."
    >
      <ProofForm
        username={username}
        codeHint="Six digits from your authenticator app, or a recovery code"
        submitLabel="Remove"
        call={{
          ...removal,
          mutate: (proof, { onError }) => removal.mutate(proof, { onError, onSuccess: onClose }),
        }}
      />
    </Dialog>
  )
}

interface PasswordStepProps {
  readonly username: string
  /** Why an earlier set-up came to nothing. */
  readonly earlier: unknown
  readonly onBegun: (setup: SecondFactorSetup) => void
}

/** First whoever sits here says that they are the member. */
function PasswordStep({ username, earlier, onBegun }: PasswordStepProps) {
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
function ProofForm({ username, codeHint, submitLabel, call }: ProofFormProps) {
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
