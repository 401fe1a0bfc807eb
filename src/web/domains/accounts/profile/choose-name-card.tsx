import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { type OwnUser, Username } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { toast } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/form/submit-button.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

const ChosenName = z.object({ username: Username })

/** Lets a member whose name staff cleared choose another one, which is also the name to sign in with. */
export function ChooseNameCard({ neutralName }: { neutralName: NonNullable<OwnUser['neutralName']> }) {
  const { t } = useLingui()
  const client = useQueryClient()
  const form = useSchemaForm(ChosenName, { username: '' })
  const choice = useMutation({
    mutationFn: (body: z.infer<typeof ChosenName>) => api(userEndpoints.chooseName, { body }),
    onSuccess(member) {
      toast({
        title: t`Name Changed`,
        description: t`You are ${{ username: member.username }} now. Use this name to sign in.`,
      })
      client.setQueryData(viewerQuery.queryKey, member)
      void client.invalidateQueries({ refetchType: 'none' })
    },
    onError: (error) =>
      form.setError(
        'username',
        { type: 'server', message: errorMessage(error, t`Your name could not be changed`) },
        { shouldFocus: true },
      ),
  })
  const submit = form.submit(choice, (values) => choice.mutate(values))
  return (
    <Card tone="ember">
      <CardTitle>
        <Trans>Choose a new name</Trans>
      </CardTitle>
      <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-5">
        <CardText>
          <Trans>
            A moderator cleared your name. Others see you as <bdi className="font-bold">{neutralName}</bdi>.
            You can keep that, or choose another name. You then sign in with the new one.
          </Trans>
        </CardText>
        <TextField
          label={t`New username`}
          hint={t`3 to 32 letters, digits, spaces, _ and -`}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('username')}
        />
        <SubmitButton busy={choice.isPending} className="justify-self-stretch sm:justify-self-start">
          <Trans>Change name</Trans>
        </SubmitButton>
      </form>
    </Card>
  )
}
