import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type * as z from 'zod/mini'
import { SecondFactorConfirm } from '../../../../contract/accounts/second-factor-schemas.ts'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { Login } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { ApiError, errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast } from '../../../platform/toasts.ts'
import { useSay } from '../../../platform/translation.tsx'
import { changeViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { RestoreStep } from './restore-step.tsx'

const fields = {
  authenticator: {
    label: msg`Code`,
    hint: msg`Six digits from your authenticator app`,
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: msg`Recovery code`,
    hint: msg`One of the codes you saved. Each works once.`,
    autoComplete: 'off',
    inputMode: 'text',
  },
} as const

type CodeKind = keyof typeof fields

interface CodeFormProps {
  readonly kind: CodeKind
  readonly busy: boolean
  readonly onCode: (code: string) => void
}

/** One code, of one of the two kinds; a form of its own for each, so that nothing typed for the other stays. */
function CodeForm({ kind, busy, onCode }: CodeFormProps) {
  const { t } = useLingui()
  const { label, hint, ...attributes } = fields[kind]
  const form = useSchemaForm(SecondFactorConfirm)
  const { setFocus } = form
  // The field that had the focus was removed.
  useEffect(() => setFocus('code'), [setFocus])
  const submit = form.submit({ isPending: busy }, ({ code }) => onCode(code))
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        {...attributes}
        label={t(label)}
        hint={t(hint)}
        autoCapitalize="none"
        spellCheck={false}
        className="tracking-widest"
        {...form.field('code')}
      />
      <SubmitButton busy={busy} size="lg" className="w-full">
        <Trans>Login</Trans>
      </SubmitButton>
    </form>
  )
}

/** The server's reason, else the general one: also when the server could not be reached at all. */
const loginFailure = (error: unknown) =>
  errorMessage(error, msg`Login failed. Please check your credentials.`)

type Credentials = z.infer<typeof Login>

/** Whether the password was correct and a code is required as well, which is no failure. */
const needsCode = (error: unknown) =>
  error instanceof ApiError && error.errorBody?.code === 'second_factor_required'

/** When the account, whose password and code were right, will be deleted; undefined for any other error. */
const deletionOf = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.errorBody?.code !== 'deletion_pending') return undefined
  const deletesAt = error.errorBody.current?.deletesAt
  return typeof deletesAt === 'string' ? deletesAt : undefined
}

/** Signs in. The page notices the new viewer by itself and leads on. */
function useLogin() {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Credentials) => api(userEndpoints.login, { body }),
    async onSuccess(user) {
      toast({ title: t`Login successful`, description: t`Welcome back, ${{ username: user.username }}!` })
      await changeViewer(client, user)
    },
    onError(error) {
      if (needsCode(error) || deletionOf(error) !== undefined) return
      toast({ title: t`Login failed`, description: loginFailure(error), variant: 'destructive' })
    },
  })
}

export function LoginForm() {
  const { t } = useLingui()
  const say = useSay()
  const login = useLogin()
  // No default values: what was typed or filled in before the page came alive is read from the inputs.
  const form = useSchemaForm(Login)
  /** Name and password that are correct, of an account that requires a code as well. */
  const [known, setKnown] = useState<Credentials | null>(null)
  const submit = form.submit(login, (values) => {
    login.mutate(values, { onError: (error) => needsCode(error) && setKnown(values) })
  })
  const deletesAt = deletionOf(login.error)
  const failure = login.isError && !needsCode(login.error) && (
    <Alert title={t`Login failed`}>{say(loginFailure(login.error))}</Alert>
  )
  if (deletesAt !== undefined && login.variables !== undefined)
    return <RestoreStep credentials={login.variables} deletesAt={deletesAt} onBack={login.reset} />
  if (known !== null) {
    return (
      <div className="grid gap-5">
        {failure}
        <CodeStep
          username={known.username}
          busy={login.isPending}
          onCode={(code) => login.mutate({ ...known, code })}
          onBack={() => {
            login.reset()
            setKnown(null)
          }}
        />
      </div>
    )
  }
  return (
    // A POST, so that not even a browser without scripts could put a password into an address.
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      {failure}
      <TextField
        label={t`Username`}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="current-password"
        {...form.field('password')}
      />
      <SubmitButton busy={login.isPending} size="lg" className="w-full">
        <Trans>Login</Trans>
      </SubmitButton>
    </form>
  )
}

interface CodeStepProps {
  readonly username: string
  readonly busy: boolean
  readonly onCode: (code: string) => void
  readonly onBack: () => void
}

/** The second step of signing in, for accounts with a second factor. */
function CodeStep({ username, busy, onCode, onBack }: CodeStepProps) {
  const { t } = useLingui()
  const [kind, setKind] = useState<CodeKind>('authenticator')
  const other = kind === 'authenticator' ? 'recovery' : 'authenticator'
  return (
    <div className="grid gap-5">
      <CardText>
        <Trans>
          One more step, <bdi className="font-bold text-ink">{username}</bdi>: your account has a second
          factor.
        </Trans>
      </CardText>
      <CodeForm key={kind} kind={kind} busy={busy} onCode={onCode} />
      <div className="flex flex-wrap justify-between gap-3">
        <Button look="quiet" size="sm" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
        <Button look="quiet" size="sm" onClick={() => setKind(other)}>
          {other === 'recovery' ? t`Use a recovery code` : t`Use your authenticator`}
        </Button>
      </div>
    </div>
  )
}
