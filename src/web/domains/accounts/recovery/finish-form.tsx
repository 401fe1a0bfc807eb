import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { Alert } from '../../../ui/alert.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { FinishFormSchema } from './recovery-schemas.ts'
import { recoveryErrorText, useSetPassword } from './use-set-password.ts'

/** Where the link of a recovery mail leads. */
export const FinishRecovery = () => (
  <SecretLink again={<AskAgain />}>{(token) => <FinishForm token={token} />}</SecretLink>
)

function FinishForm({ token }: { token: string }) {
  const set = useSetPassword()
  const form = useForm({ resolver: zodResolver(FinishFormSchema) })
  const submit = form.handleSubmit(({ newPassword }) => {
    if (!set.isPending) set.mutate({ token, newPassword })
  })
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {set.isError && (
        <Alert title="Password not set">
          {recoveryErrorText(set.error)} <AskAgain />
        </Alert>
      )}
      <NewPasswordFields
        newPassword={form.register('newPassword')}
        confirmPassword={form.register('confirmPassword')}
        errors={form.formState.errors}
      />
      <SubmitButton busy={set.isPending} size="lg" className="w-full">
        Set Password
      </SubmitButton>
    </form>
  )
}

const AskAgain = () => (
  <Link to="/recover" className="font-bold text-ember-bright underline underline-offset-4">
    Ask for a new mail
  </Link>
)
