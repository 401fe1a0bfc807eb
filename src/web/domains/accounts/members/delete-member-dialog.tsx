import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { canDeleteMember } from '../../../../contract/accounts/ranks.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'
import { useSchemaForm } from '../../../platform/use-schema-form.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/text-field.tsx'

type Target = Pick<Member, 'id' | 'username'>

/** Deletes somebody else's account for good, once its name is typed. Renders nothing for viewers without the right. */
export function DeleteMemberDialog({ target }: { target: Target }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { username } = target
  if (!canDeleteMember(viewer, target)) return null
  return (
    <FormDialog
      title={
        <Trans>
          Delete the account of <bdi>{username}</bdi>
        </Trans>
      }
      description={t`Their profile, posts, comments and messages are deleted for good. Their matches stay, under the name "Deleted player". The audit log records that you did it.`}
      trigger={
        <Button look="quiet" variant="red" size="sm">
          <Trans>
            Delete
            <span className="sr-only">
              {' '}
              the account of <bdi>{username}</bdi>
            </span>
          </Trans>
        </Button>
      }
    >
      {(close) => <DeleteForm target={target} onDone={close} />}
    </FormDialog>
  )
}

function DeleteForm({ target, onDone }: { readonly target: Target; readonly onDone: () => void }) {
  const { t } = useLingui()
  const { username } = target
  const remove = useDeleteMember(target)
  const form = useSchemaForm(
    z.object({ confirmation: z.literal(username, { error: t`Type ${username} exactly as shown here` }) }),
    { confirmation: '' },
  )
  return (
    <form
      noValidate
      onSubmit={form.submit(remove, () => remove.mutate(undefined, { onSuccess: onDone }))}
      className="grid gap-5"
    >
      <TextField
        label={t`Type ${username} to confirm`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('confirmation')}
      />
      <FormActions busy={remove.isPending} variant="red">
        <Trans>Delete the account</Trans>
      </FormActions>
    </form>
  )
}

function useDeleteMember({ id, username }: Target) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(memberEndpoints.remove, { params: { id } }),
    onSuccess: () =>
      toast({ title: t`Account Deleted`, description: t`The account of ${username} is gone.` }),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: t`Not Deleted`,
        description: errorMessage(error, t`The account could not be deleted.`),
      }),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
