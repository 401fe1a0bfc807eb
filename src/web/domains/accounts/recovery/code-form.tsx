import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { RecoveryByCode } from '../../../../contract/accounts/recovery-schemas.ts'
import { refusedFields } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useSay } from '../../../platform/translation.tsx'
import { Alert } from '../../../ui/alert.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { NewPasswordFields, samePasswords } from './new-password-fields.tsx'
import { recoveryErrorText, useSetPassword } from './use-set-password.ts'

const CodeFormSchema = z.extend(RecoveryByCode, { confirmPassword: z.string() }).check(samePasswords())

/** Recovery with a code from the game or from staff. */
export function CodeForm() {
  const { t } = useLingui()
  const say = useSay()
  const set = useSetPassword()
  const form = useSchemaForm(CodeFormSchema)
  const submit = form.submit(set, ({ username, code, newPassword }, handler) =>
    set.mutate({ username, code, newPassword }, handler),
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {set.isError && refusedFields(set.error).code === undefined && (
        <Alert title={t`Password not set`}>{say(recoveryErrorText(set.error))}</Alert>
      )}
      <CardText>
        <Trans>
          Linked to your player? Type <code className="font-bold text-ink">/link</code> in game and enter the
          code within 10 minutes. Everybody else gets one from{' '}
          <Link to="/contact" className="text-ink underline underline-offset-4">
            <Trans>the team</Trans>
          </Link>
          .
        </Trans>
      </CardText>
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <TextField
        label={t`Code`}
        hint={t`8 characters from the game, 12 from staff`}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        className="uppercase tracking-widest"
        {...form.field('code')}
      />
      <NewPasswordFields field={form.field} />
      <SubmitButton busy={set.isPending} size="lg" className="w-full">
        <Trans>Set password</Trans>
      </SubmitButton>
    </form>
  )
}
