import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type * as z from 'zod/mini'
import { accountEndpoints } from '../../../../contract/accounts/account-endpoints.ts'
import type { Login } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { changeViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CardText } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { Time } from '../../../ui/time.tsx'

interface RestoreStepProps {
  /** What was right at the sign-in; the code of a second factor works for some seconds. */
  readonly credentials: z.infer<typeof Login>
  readonly deletesAt: string
  readonly onBack: () => void
}

/** Asks whether a deleted account shall be restored, and signs in. */
export function RestoreStep({ credentials, deletesAt, onBack }: RestoreStepProps) {
  const { t } = useLingui()
  const client = useQueryClient()
  const heading = useRef<HTMLParagraphElement>(null)
  // The field that had the focus was removed.
  useEffect(() => heading.current?.focus(), [])
  const restore = useMutation({
    mutationFn: () => api(accountEndpoints.restore, { body: credentials }),
    async onSuccess(user) {
      toast({ title: t`Account restored`, description: t`Welcome back, ${{ username: user.username }}!` })
      await changeViewer(client, user)
    },
  })
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!restore.isPending) restore.mutate()
      }}
    >
      {restore.isError && (
        <Alert title={t`Account not restored`}>{errorMessage(restore.error, t`Please try again.`)}</Alert>
      )}
      <div className="grid gap-2">
        <p ref={heading} tabIndex={-1} className="font-bold text-ink">
          <Trans>
            Your account will be deleted on <Time iso={deletesAt} />. Restore it?
          </Trans>
        </p>
        <CardText>
          <Trans>
            Your profile, player, posts, likes and follows come back. A staff rank comes back when an Owner
            gives it to you again, and Discord when you link it again.
          </Trans>
        </CardText>
      </div>
      <SubmitButton busy={restore.isPending} size="lg" className="w-full">
        <Trans>Restore my account</Trans>
      </SubmitButton>
      <div>
        <Button look="quiet" size="sm" onClick={onBack}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  )
}
