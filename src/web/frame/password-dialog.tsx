import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { sessionEndpoints } from '../../contract/accounts/sessions-endpoints.ts'
import { SessionConfirmation } from '../../contract/accounts/sessions-schemas.ts'
import { api } from '../platform/api.ts'
import { ApiError, errorMessage, refusedFields } from '../platform/api-error.ts'
import { useSchemaForm } from '../platform/forms/use-schema-form.ts'
import { Alert } from '../ui/alert.tsx'
import { Dialog, FormActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/form/text-field.tsx'

export interface PasswordDialogProps {
  readonly username: string
  readonly onDone: (entered: boolean) => void
}

/** Asks for the password, and for the code of an account that has one. It is open when it is rendered. */
export const PasswordDialog = ({ username, onDone }: PasswordDialogProps) => {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onOpenChange={() => onDone(false)}
      title={t`Enter your password again`}
      description={t`You last entered it more than 15 minutes ago. Enter it to go on.`}
    >
      <PasswordForm username={username} onConfirmed={() => onDone(true)} />
    </Dialog>
  )
}

const codeCodes: readonly (string | undefined)[] = ['second_factor_required', 'second_factor_wrong']

function PasswordForm({ username, onConfirmed }: { username: string; onConfirmed: () => void }) {
  const { t } = useLingui()
  const form = useSchemaForm(SessionConfirmation, { password: '', code: null })
  const [needsCode, setNeedsCode] = useState(false)
  const { setFocus } = form
  const confirm = useMutation({
    mutationFn: (body: z.infer<typeof SessionConfirmation>) => api(sessionEndpoints.confirm, { body }),
    onSuccess: onConfirmed,
    onError(error) {
      if (error instanceof ApiError && codeCodes.includes(error.errorBody?.code)) setNeedsCode(true)
    },
  })
  useEffect(() => setFocus(needsCode ? 'code' : 'password'), [needsCode, setFocus])
  const isFirstAsk =
    confirm.error instanceof ApiError && confirm.error.errorBody?.code === 'second_factor_required'
  const isShown = confirm.isError && !isFirstAsk && Object.keys(refusedFields(confirm.error)).length === 0
  return (
    <form
      method="post"
      noValidate
      className="grid gap-5"
      onSubmit={form.submit(confirm, (values, { onError }) => confirm.mutate(values, { onError }))}
    >
      {isShown && <Alert>{errorMessage(confirm.error, t`That did not work. Please try again.`)}</Alert>}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label={t`Your password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      {needsCode && (
        <TextField
          label={t`Code`}
          hint={t`Six digits from your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tracking-widest"
          {...form.field('code')}
        />
      )}
      <FormActions busy={confirm.isPending}>
        <Trans>Continue</Trans>
      </FormActions>
    </form>
  )
}
