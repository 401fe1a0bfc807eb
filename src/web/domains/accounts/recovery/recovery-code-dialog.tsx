import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canIssueRecovery } from '../../../../contract/accounts/members.ts'
import type { Member } from '../../../../contract/accounts/members-schemas.ts'
import { recoveryEndpoints } from '../../../../contract/accounts/recovery-endpoints.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useViewer } from '../../../platform/viewer.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyRow } from '../../../ui/copy-button.tsx'
import { Dialog, DialogActions, DialogClose } from '../../../ui/dialog.tsx'
import { Time } from '../../../ui/time.tsx'

/** A code for a member who forgot their password; renders nothing when the viewer may not give one. */
export function RecoveryCodeDialog({ target }: { target: Pick<Member, 'id' | 'username' | 'rank'> }) {
  const { t } = useLingui()
  const viewer = useViewer()
  const { username } = target
  const [open, setOpen] = useState(false)
  const issue = useMutation({
    mutationFn: () => api(recoveryEndpoints.issueCode, { params: { id: target.id } }),
    // Shown once, and removed from memory when the dialog closes.
    gcTime: 0,
  })
  if (!canIssueRecovery(viewer, target)) return null
  return (
    <Dialog
      title={
        <Trans>
          Recovery code for <bdi>{username}</bdi>
        </Trans>
      }
      description={t`Anyone with the code can set a new password on /recover. Give it only to somebody you know to be this member. The audit log records that you made one.`}
      open={open}
      onOpenChange={(opened) => {
        setOpen(opened)
        if (!opened) issue.reset()
      }}
      trigger={
        <Button look="quiet" size="sm">
          <Trans>
            Recovery code<bdi className="sr-only"> for {username}</bdi>
          </Trans>
        </Button>
      }
    >
      {issue.isError && (
        <Alert title={t`No code was made`}>{errorMessage(issue.error, t`Please try again.`)}</Alert>
      )}
      {issue.isSuccess && (
        <div role="status" className="grid gap-3">
          <CopyRow label={t`Code`} value={issue.data.code} />
          <p className="text-ink-soft text-sm">
            <Trans>
              Shown only now. It works once, until <Time iso={issue.data.expiresAt} />, together with the name
              they sign in with.
            </Trans>
          </p>
        </div>
      )}
      <DialogActions>
        <DialogClose>
          <Button look="quiet">{issue.isSuccess ? t`Done` : t`Cancel`}</Button>
        </DialogClose>
        {!issue.isSuccess && (
          <Button
            aria-disabled={issue.isPending || undefined}
            onClick={() => !issue.isPending && issue.mutate()}
          >
            {issue.isPending ? t`Making...` : t`Make a code`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
