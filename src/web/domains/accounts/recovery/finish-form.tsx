import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { Password } from '../../../../contract/accounts/users-schemas.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'
import { NewPasswordFields, samePasswords } from './new-password-fields.tsx'
import { recoveryErrorText, useSetPassword } from './use-set-password.ts'

const FinishFormSchema = z
  .object({ newPassword: Password, confirmPassword: z.string() })
  .check(samePasswords())

/** Opened by the link in a recovery email. */
export const FinishRecovery = () => (
  <SecretLink again={<AskAgain />}>{(token) => <FinishForm token={token} />}</SecretLink>
)

function FinishForm({ token }: { token: string }) {
  const { t } = useLingui()
  const say = useSay()
  const set = useSetPassword()
  const form = useSchemaForm(FinishFormSchema)
  const submit = form.submit(set, ({ newPassword }) => set.mutate({ token, newPassword }))
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {set.isError && (
        <Alert title={t`Password not set`}>
          {say(recoveryErrorText(set.error))} <AskAgain />
        </Alert>
      )}
      <NewPasswordFields field={form.field} />
      <SubmitButton busy={set.isPending} size="lg" className="w-full">
        <Trans>Set password</Trans>
      </SubmitButton>
    </form>
  )
}

const AskAgain = () => (
  <Link to="/recover" className="font-bold text-ink underline underline-offset-4">
    <Trans>Ask for a new email</Trans>
  </Link>
)
