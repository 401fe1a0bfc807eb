import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PostRemoval } from '../../../contract/moderation/moderation-schemas.ts'
import { GoesAlong } from '../../platform/forms/goes-along.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ReasonForm } from '../../ui/form/reason-form.tsx'

interface RemoveDialogProps {
  readonly what: 'post' | 'comment'
  readonly id: number
  readonly trigger: ReactNode
  readonly busy: boolean
  /** The colleague who has claimed the case. */
  readonly takenBy?: string | undefined
  /** Call `close` on success. Otherwise the dialog stays open with its text. */
  readonly onRemove: (reason: string, close: () => void) => void
}

/** Asks for a reason, which the author reads. */
export function RemoveDialog({ what, id, trigger, busy, takenBy, onRemove }: RemoveDialogProps) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={what === 'post' ? t`Remove this post?` : t`Remove this comment?`}
      description={t`It disappears for everybody, and its author is told why. Where it was reported, reopening the case within 30 days brings it back.`}
      trigger={trigger}
    >
      {(close) => (
        <>
          <GoesAlong kind={what} id={id} />
          <ReasonForm
            schema={PostRemoval}
            hint={t`The member reads it`}
            hasTemplates
            takenBy={takenBy}
            submitLabel={what === 'post' ? t`Remove post` : t`Remove comment`}
            busy={busy}
            onSubmit={(reason) => onRemove(reason, close)}
          />
        </>
      )}
    </FormDialog>
  )
}
