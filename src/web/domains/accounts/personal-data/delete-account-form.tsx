import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { FormActions } from '../../../ui/dialog.tsx'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import type { useDeleteAccount } from './use-delete-account.ts'

interface DeleteAccountFormProps {
  readonly member: OwnUser
  readonly remove: ReturnType<typeof useDeleteAccount>
}

/** The username prevents a slip, the password a deletion by somebody else. */
export function DeleteAccountForm({ member, remove }: DeleteAccountFormProps) {
  const { t } = useLingui()
  const form = useSchemaForm(
    z.object({
      confirmation: z.literal(member.username, {
        error: t`Type ${{ username: member.username }} exactly as shown here`,
      }),
      password: z.string().check(z.minLength(1, t`Enter your password`)),
      now: z.boolean(),
    }),
    { confirmation: '', password: '', now: false },
  )
  return (
    <form
      method="post"
      noValidate
      onSubmit={form.submit(remove, ({ password, now }, handler) =>
        remove.mutate({ password, now }, handler),
      )}
      className="mt-6 grid gap-5"
    >
      <TextField
        label={t`Type ${{ username: member.username }} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('confirmation')}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <CheckboxField
        label={t`Delete now, without the 14 days`}
        hint={t`Then nobody can restore your account.`}
        {...form.field('now')}
      />
      <FormActions busy={remove.isPending} variant="red">
        <Trans>Delete my account</Trans>
      </FormActions>
    </form>
  )
}
