import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { Password, Username } from '../../../../contract/accounts/users-schemas.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { linkCodeMessage } from '../../../../contract/matches/link.ts'
import { LinkCode } from '../../../../contract/matches/link-schemas.ts'
import { sentence } from '../../../../contract/sentences.ts'
import { Email, minLength } from '../../../../contract/text-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useSite } from '../../../platform/site.tsx'
import { toast } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { changeViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { NewAccountFields, samePasswords } from './new-account.tsx'

/** The registration with the password repeated. Email and link code may be empty. */
const RegisterFormSchema = z
  .object({
    username: Username,
    email: z.union([z.literal(''), Email], { error: sentence(msg`Invalid email address`) }),
    password: Password,
    confirmPassword: z
      .string()
      .check(minLength(textLimits.password.min, sentence(msg`Password must be at least 6 characters`))),
    linkCode: z.union([z.literal(''), LinkCode], { error: linkCodeMessage }),
  })
  .check(samePasswords())

type RegisterFormValues = z.infer<typeof RegisterFormSchema>

/** The server's reason, else the general one: also when the server could not be reached at all. */
const registrationFailure = (error: unknown) =>
  errorMessage(error, msg`Registration failed. Please try again.`)

/** Creates the account and signs in. What is sent is picked by name: the confirmation stays in the browser. */
function useRegister() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ username, email, password, linkCode }: RegisterFormValues) =>
      api(userEndpoints.register, {
        body: { username, password, ...(email !== '' && { email }), ...(linkCode !== '' && { linkCode }) },
      }),
    async onSuccess(user) {
      toast({
        title: t`Registration successful`,
        description: t`Welcome to the community, ${{ username: user.username }}!`,
      })
      await changeViewer(client, user)
    },
    onError(error) {
      toast({
        title: t`Registration failed`,
        description: registrationFailure(error),
        variant: 'destructive',
      })
    },
  })
}

export function RegisterForm() {
  const { t } = useLingui()
  const say = useSay()
  const registration = useRegister()
  const { sendsMail } = useSite()
  const form = useSchemaForm(RegisterFormSchema)
  const submit = form.submit(registration, (values) => registration.mutate(values))
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {registration.isError && (
        <Alert title={t`Registration failed`}>{say(registrationFailure(registration.error))}</Alert>
      )}
      <NewAccountFields min={textLimits.password.min} field={form.field}>
        <TextField
          label={t`Email (optional)`}
          hint={
            sendsMail
              ? t`We send you a link to confirm it.`
              : t`This site cannot send email yet: you can confirm the address in your profile once it can.`
          }
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
      </NewAccountFields>
      <TextField
        label={t`Link code (optional)`}
        hint={t`Played here before? Type /link in game and enter the code to get your matches.`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('linkCode')}
      />
      <SubmitButton busy={registration.isPending} size="lg" className="w-full">
        <Trans>Register</Trans>
      </SubmitButton>
    </form>
  )
}
