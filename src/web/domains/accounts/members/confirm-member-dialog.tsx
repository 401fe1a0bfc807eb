import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { canConfirmMember } from '../../../../contract/accounts/members.ts'
import { memberEndpoints } from '../../../../contract/accounts/members-endpoints.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { adminKey } from '../../../platform/keyset-query.ts'
import { toast } from '../../../platform/toasts.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogClose } from '../../../ui/dialog.tsx'

type Target = Pick<Member, 'id' | 'username' | 'awaitsConfirmation'>

/** Confirms a colleague who was recovered with a code. Renders nothing where there is nothing to confirm. */
export function ConfirmMemberDialog({ target }: { target: Target }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  const confirm = useConfirmMember(target, () => setOpen(false))
  const { username } = target
  if (!canConfirmMember(viewer, target)) return null
  return (
    <Dialog
      title={
        <Trans>
          Confirm <bdi>{username}</bdi>
        </Trans>
      }
      description={t`Their password was set with a code from a staff member, so their rank grants nothing yet. Confirm them only if you spoke to them and know that it is them. Whoever gave the code cannot do it. The audit log records that you did.`}
      open={open}
      onOpenChange={(opened) => {
        setOpen(opened)
        if (!opened) confirm.reset()
      }}
      trigger={
        <Button look="quiet" size="sm">
          <Trans>
            Confirm<bdi className="sr-only"> {username}</bdi>
          </Trans>
        </Button>
      }
    >
      {confirm.isError && (
        <Alert title={t`Not confirmed`}>{errorMessage(confirm.error, t`Please try again.`)}</Alert>
      )}
      <DialogActions>
        <DialogClose>
          <Button look="quiet">{t`Cancel`}</Button>
        </DialogClose>
        <Button
          aria-disabled={confirm.isPending || undefined}
          onClick={() => !confirm.isPending && confirm.mutate()}
        >
          {confirm.isPending ? t`Confirming...` : t`It is them`}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function useConfirmMember({ id, username }: Target, onDone: () => void) {
  const { t } = useLingui()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api(memberEndpoints.confirm, { params: { id } }),
    onSuccess() {
      onDone()
      toast({ title: t`Confirmed`, description: t`${username} has their staff rank again.` })
    },
    onSettled: () => client.invalidateQueries({ queryKey: adminKey }),
  })
}
