import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { userEndpoints } from '../../../../contract/accounts/users-endpoints.ts'
import { type OwnUser, Username } from '../../../../contract/accounts/users-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { toast } from '../../../platform/toasts.ts'
import { viewerQuery } from '../../../platform/viewer.ts'
import { Card, CardText, CardTitle } from '../../../ui/card.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

const ChosenName = z.object({ username: Username })

/** For a member whose name staff cleared: another one, which is also the name to sign in with. */
export function ChooseNameCard({ neutralName }: { neutralName: NonNullable<OwnUser['neutralName']> }) {
  const client = useQueryClient()
  const form = useForm({ resolver: zodResolver(ChosenName), defaultValues: { username: '' } })
  const choice = useMutation({
    mutationFn: (body: z.infer<typeof ChosenName>) => api(userEndpoints.chooseName, { body }),
    onSuccess(member) {
      toast({ title: 'Name Changed', description: `You are ${member.username} now, also when you sign in.` })
      client.setQueryData(viewerQuery.queryKey, member)
      void client.invalidateQueries({ refetchType: 'none' })
    },
    onError: (error) =>
      form.setError(
        'username',
        { type: 'server', message: errorMessage(error, 'Your name could not be changed') },
        { shouldFocus: true },
      ),
  })
  const submit = form.handleSubmit((values) => {
    if (!choice.isPending) choice.mutate(values)
  })
  return (
    <Card tone="ember">
      <CardTitle>Choose a new name</CardTitle>
      <form method="post" noValidate onSubmit={submit} className="mt-4 grid gap-5">
        <CardText>
          A moderator cleared your name. Others see you as <bdi className="font-bold">{neutralName}</bdi>. You
          can keep that, or choose another name. You then sign in with the new one.
        </CardText>
        <TextField
          label="New username"
          hint="3 to 32 letters, digits, spaces, _ and -"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={form.formState.errors.username?.message}
          {...form.register('username')}
        />
        <SubmitButton busy={choice.isPending} className="justify-self-stretch sm:justify-self-start">
          Change Name
        </SubmitButton>
      </form>
    </Card>
  )
}
