import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type * as z from 'zod/mini'
import { setupEndpoints } from '../../../../contract/accounts/setup-endpoints.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { changeViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'
import { NewAccountFields, newAccountSchema } from '../sign-in/new-account.tsx'

const { min } = textLimits.staffPassword

const SetupForm = newAccountSchema(min)

/** Opened by the link that the start printed: makes the first Owner. */
export const MakeOwner = () => (
  <SecretLink again={<PrintAgain />}>{(token) => <OwnerForm token={token} />}</SecretLink>
)

function OwnerForm({ token }: { token: string }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: ({ username, password }: z.infer<typeof SetupForm>) =>
      api(setupEndpoints.makeOwner, { body: { token, username, password } }),
    async onSuccess(user) {
      await changeViewer(client, user)
      await navigate('/admin', { replace: true })
    },
  })
  const form = useSchemaForm(SetupForm)
  const submit = form.submit(make, (values) => make.mutate(values))
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-ink-soft text-sm">
        <Trans>This account owns the site: it can change everything, and make others staff.</Trans>
      </p>
      <Unencrypted />
      {make.isError && (
        <Alert title={t`The Owner was not made`}>{errorMessage(make.error, t`Please try again.`)}</Alert>
      )}
      <NewAccountFields min={min} field={form.field} />
      <SubmitButton busy={make.isPending} size="lg" className="w-full">
        <Trans>Make the Owner</Trans>
      </SubmitButton>
    </form>
  )
}

/** Without https the network can read the password, unless it is the same machine. */
function Unencrypted() {
  const { t } = useLingui()
  const hydrated = useHydrated()
  if (!hydrated || window.isSecureContext) return null
  return (
    <Alert title={t`This connection is not encrypted`}>
      <Trans>
        Others on the network can read your password. Open this page over https, or on the server itself.
      </Trans>
    </Alert>
  )
}

const PrintAgain = () => (
  <>
    <Trans>
      On the server, <code>npm run cli -- setup-link</code> prints a new one.
    </Trans>
  </>
)
