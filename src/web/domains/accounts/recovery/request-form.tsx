import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { recoveryEndpoints } from '../../../../contract/accounts/recovery-endpoints.ts'
import { RecoveryRequest } from '../../../../contract/accounts/recovery-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

/** Recovery by email. The response is the same for every name, so that it reveals no account. */
export function RequestForm() {
  const { t } = useLingui()
  const ask = useMutation({
    mutationFn: (name: string) => api(recoveryEndpoints.request, { body: { name } }),
  })
  const form = useSchemaForm(RecoveryRequest)
  if (ask.isSuccess) return <RequestSent message={ask.data.message} onAgain={ask.reset} />
  const submit = form.submit(ask, ({ name }) => ask.mutate(name))
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {ask.isError && (
        <Alert title={t`No email was sent`}>{errorMessage(ask.error, t`Please try again.`)}</Alert>
      )}
      <CardText>
        <Trans>We email you a link if your account has a confirmed address.</Trans>
      </CardText>
      <TextField
        label={t`Username or email`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('name')}
      />
      <SubmitButton busy={ask.isPending} size="lg" className="w-full">
        <Trans>Send the link</Trans>
      </SubmitButton>
    </form>
  )
}

function RequestSent({ message, onAgain }: { message: string; onAgain: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus was removed.
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h2 ref={heading} tabIndex={-1} className="font-display text-2xl leading-none">
        <Trans>Check your email</Trans>
      </h2>
      <p role="status" className="text-sm leading-relaxed">
        {message}
      </p>
      <CardText>
        <Trans>
          The link works once, for 30 minutes. No email? Check your spam folder, or use a code instead.
        </Trans>
      </CardText>
      <Button look="quiet" onClick={onAgain}>
        <Trans>Use another name</Trans>
      </Button>
    </div>
  )
}
