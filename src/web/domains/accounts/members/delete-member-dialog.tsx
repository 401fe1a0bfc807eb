import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { canDeleteMember } from '../../../../contract/accounts/members.ts'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { api } from '../../../platform/api.ts'
import { GoesAlong } from '../../../platform/forms/goes-along.tsx'
import { useSchemaForm } from '../../../platform/forms/use-schema-form.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast, toastFailure } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { FormActions, FormDialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

type Target = Pick<Member, 'id' | 'username'>

/** Deletes somebody else's account, once its name is typed. Renders nothing for viewers without the right. */
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
      description={t`Nobody sees their profile, posts and comments from then on, and they cannot sign in. For 14 days an Owner can restore the account, or they can themselves; after that it is gone for good. Their matches stay, under the name "Deleted player". The audit log records that you did it.`}
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
      <GoesAlong kind="member" id={target.id} />
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
      toast({
        title: t`Account Deleted`,
        description: t`The account of ${username} can be restored for 14 days.`,
      }),
    onError: (error) => toastFailure(t`Not Deleted`, error, t`The account could not be deleted.`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
