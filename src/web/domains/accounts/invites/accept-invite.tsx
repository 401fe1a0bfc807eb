import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { inviteEndpoints } from '../../../../contract/accounts/invites-endpoints.ts'
import { isStaffRank, type Rank } from '../../../../contract/accounts/ranks.ts'
import type { OwnUser } from '../../../../contract/accounts/users-schemas.ts'
import { textLimits } from '../../../../contract/limits.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { changeViewer, useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { SecretLink } from '../../../ui/secret-link.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { NewAccountFields, newAccountSchema } from '../sign-in/new-account.tsx'

/** Opened by the link that an Owner sent: gives its rank to the member who is signed in, or to a new account. */
export const AcceptInvite = () => {
  const { t } = useLingui()
  return (
    <SecretLink again={t`Ask the person who sent it for a new one.`}>
      {(token) => <Accept token={token} />}
    </SecretLink>
  )
}

function Accept({ token }: { token: string }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const accept = useAccept(token)
  const { data, error } = useQuery({
    queryKey: ['invite', token],
    queryFn: ({ signal }) => api(inviteEndpoints.look, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    // Once it is used, it cannot be looked at: a new viewer refetches what is on screen.
    enabled: accept.isIdle,
  })
  if (error !== null)
    return (
      <Alert title={t`This invitation cannot be used`}>
        {errorMessage(error, t`It could not be read. Please try again.`)}
      </Alert>
    )
  if (data === undefined)
    return (
      <p role="status" className="flex items-center gap-3 text-ink-soft text-sm">
        <Spinner /> <Trans>Reading the invitation...</Trans>
      </p>
    )
  return (
    <div className="grid gap-5">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Trans>
          You are invited to be <RankBadge rank={data.rank} />
        </Trans>
      </p>
      {viewer === null ? (
        <NewAccount accept={accept} rank={data.rank} />
      ) : (
        <OwnAccount accept={accept} username={viewer.username} />
      )}
    </div>
  )
}

function useAccept(token: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (account: { readonly username?: string; readonly password?: string }) =>
      api(inviteEndpoints.accept, { body: { token, ...account } }),
    async onSuccess(user: OwnUser) {
      await changeViewer(client, user)
      await navigate(isStaffRank(user.rank) ? '/admin' : '/profile', { replace: true })
    },
  })
}

type Accepting = ReturnType<typeof useAccept>

function OwnAccount({ accept, username }: { accept: Accepting; username: string }) {
  const { t } = useLingui()
  return (
    <form
      method="post"
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!accept.isPending) accept.mutate({})
      }}
    >
      {accept.isError && (
        <Alert title={t`Not accepted`}>{errorMessage(accept.error, t`Please try again.`)}</Alert>
      )}
      <SubmitButton busy={accept.isPending} size="lg" className="w-full wrap-anywhere whitespace-normal">
        <span>
          <Trans>
            Accept as <bdi>{username}</bdi>
          </Trans>
        </span>
      </SubmitButton>
    </form>
  )
}

function NewAccount({ accept, rank }: { accept: Accepting; rank: Rank }) {
  const { t } = useLingui()
  const min = isStaffRank(rank) ? textLimits.staffPassword.min : textLimits.password.min
  const form = useSchemaForm(newAccountSchema(min))
  const submit = form.submit(accept, ({ username, password }, handler) =>
    accept.mutate({ username, password }, handler),
  )
  return (
    <form method="post" noValidate onSubmit={submit} className="grid gap-5">
      <p className="text-ink-soft text-sm">
        <Trans>
          Have an account already?{' '}
          <Link to="/auth" className="font-semibold text-ink underline underline-offset-4">
            <Trans>Sign in</Trans>
          </Link>
          , then open the link again.
        </Trans>
      </p>
      {accept.isError && (
        <Alert title={t`The account was not created`}>
          {errorMessage(accept.error, t`Please try again.`)}
        </Alert>
      )}
      <NewAccountFields min={min} field={form.field} />
      <SubmitButton busy={accept.isPending} size="lg" className="w-full">
        <Trans>Create account</Trans>
      </SubmitButton>
    </form>
  )
}
