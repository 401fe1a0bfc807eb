import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import {
  SecondFactorBegin,
  SecondFactorProof,
  type SecondFactorSetup,
} from '../../../../contract/accounts/second-factor-schemas.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { Dialog, FormActions } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { CodeField } from './code-field.tsx'
import { CodesStep } from './codes-step.tsx'
import { Refusal } from './refusal.tsx'
import { ScanStep } from './scan-step.tsx'
import { type Proof, useBegin, useRemove, useRenewCodes } from './use-second-factor.ts'

export interface SecondFactorDialogProps {
  readonly task: 'set-up' | 'codes' | 'remove'
  readonly username: string
  readonly onClose: () => void
}

/** The steps that change the second factor. The dialog is open when it is rendered. */
export function SecondFactorDialog({ task, ...props }: SecondFactorDialogProps) {
  if (task === 'set-up') return <SetUp {...props} />
  return task === 'codes' ? <NewCodes {...props} /> : <Removal {...props} />
}

type TaskProps = Omit<SecondFactorDialogProps, 'task'>

function SetUp({ username, onClose }: TaskProps) {
  const [setup, setSetup] = useState<SecondFactorSetup | null>(null)
  const [expired, setExpired] = useState<unknown>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const { t } = useLingui()
  const title = codes === null ? t`Set up a second factor` : t`Your recovery codes`
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      {...(setup === null && {
        description: t`You will then sign in with your password and a code from an authenticator app on your phone.`,
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
  const { t } = useLingui()
  const renew = useRenewCodes()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={renew.isSuccess ? t`Your recovery codes` : t`New recovery codes`}
      {...(!renew.isSuccess && { description: t`Your old codes stop working once you have the new ones.` })}
    >
      {renew.isSuccess ? (
        <CodesStep codes={renew.data.recoveryCodes} username={username} />
      ) : (
        <ProofForm
          username={username}
          codeHint={t`Six digits from your authenticator app`}
          submitLabel={t`Make new codes`}
          call={renew}
        />
      )}
    </Dialog>
  )
}

function Removal({ username, onClose }: TaskProps) {
  const { t } = useLingui()
  const removal = useRemove()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t`Remove the second factor`}
      description={t`Anyone who knows your password can then sign in. Your recovery codes stop working too.`}
    >
      <ProofForm
        username={username}
        codeHint={t`Six digits from your authenticator app, or a recovery code`}
        submitLabel={t`Remove`}
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
  /** Why an earlier set-up ended. */
  readonly earlier: unknown
  readonly onBegun: (setup: SecondFactorSetup) => void
}

/** Asks for the password first, because the member may have left the device. */
function PasswordStep({ username, earlier, onBegun }: PasswordStepProps) {
  const { t } = useLingui()
  const form = useSchemaForm(SecondFactorBegin)
  const begin = useBegin()
  const submit = form.submit(begin, (values, { onError }) =>
    begin.mutate(values, { onSuccess: onBegun, onError }),
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Refusal error={begin.error ?? earlier} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={t`Your password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <FormActions busy={begin.isPending}>
        <Trans>Continue</Trans>
      </FormActions>
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

/** The password and a code, which each change of the factor requires. */
function ProofForm({ username, codeHint, submitLabel, call }: ProofFormProps) {
  const { t } = useLingui()
  const form = useSchemaForm(SecondFactorProof)
  const submit = form.submit(call, call.mutate)
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Refusal error={call.error} />
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={t`Your password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <CodeField label={t`Code`} hint={codeHint} {...form.field('code')} />
      <FormActions busy={call.isPending}>{submitLabel}</FormActions>
    </form>
  )
}
