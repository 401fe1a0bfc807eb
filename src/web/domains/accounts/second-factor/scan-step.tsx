import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import {
  SecondFactorConfirm,
  type SecondFactorSetup,
} from '../../../../contract/accounts/second-factor-schemas.ts'
import { isStatus } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { CardText } from '../../../ui/card.tsx'
import { CopyRow } from '../../../ui/copy-button.tsx'
import { DialogActions } from '../../../ui/dialog.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { CodeField } from './code-field.tsx'
import { Refusal } from './refusal.tsx'
import { useConfirm } from './use-second-factor.ts'

interface ScanStepProps {
  readonly setup: SecondFactorSetup
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void
  /** The set-up expired and has to begin again. */
  readonly onExpired: (error: unknown) => void
}

/** Shows the secret for the authenticator app, and confirms it with its first code. */
export function ScanStep({ setup: { qr, secret, otpauthUrl }, onConfirmed, onExpired }: ScanStepProps) {
  const { t } = useLingui()
  const form = useSchemaForm(SecondFactorConfirm)
  const { setFocus } = form
  const confirm = useConfirm()
  // The previous step, which had the focus, was removed.
  useEffect(() => setFocus('code'), [setFocus])
  const submit = form.submit(confirm, (values, { onError }) =>
    confirm.mutate(values, {
      onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
      onError: (error) => (isStatus(error, 409) ? onExpired(error) : onError(error)),
    }),
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <Refusal error={confirm.error} />
      <svg
        role="img"
        aria-label={t`QR code for your authenticator app`}
        viewBox={`0 0 ${qr.size} ${qr.size}`}
        shapeRendering="crispEdges"
        className="size-48 justify-self-center rounded-md"
      >
        <rect width={qr.size} height={qr.size} fill="#fff" />
        <path d={qr.path} fill="#000" />
      </svg>
      <CardText>
        <Trans>
          Scan this with an authenticator app. On the phone that has the app,{' '}
          <a href={otpauthUrl} className="text-ink underline">
            <Trans>open it there</Trans>
          </a>{' '}
          or type in the secret.
        </Trans>
      </CardText>
      <CopyRow label={t`Secret`} value={secret} />
      <CodeField
        label={t`Code`}
        hint={t`Six digits that the app shows now`}
        inputMode="numeric"
        {...form.field('code')}
      />
      <DialogActions>
        <SubmitButton busy={confirm.isPending}>
          <Trans>Confirm</Trans>
        </SubmitButton>
      </DialogActions>
    </form>
  )
}
