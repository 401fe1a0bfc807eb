import { Trans, useLingui } from '@lingui/react/macro'
import * as z from 'zod/mini'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { canTakeOver } from '../../../contract/moderation/moderation.ts'
import { Reopening } from '../../../contract/moderation/moderation-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { ReasonForm } from '../../ui/form/reason-form.tsx'

const ReasonSchema = z.pick(Reopening, { reason: true })

interface TakeOverProps {
  readonly what: 'case' | 'appeal'
  /** Who works on it now. */
  readonly from: { readonly username: string; readonly rank: Rank }
  readonly busy: boolean
  /** Said to screen readers behind the words on the button. */
  readonly about: string
  readonly onTakeOver: (reason: string, close: () => void) => void
}

/** Takes a case or an appeal over from a colleague of a lower rank, with a reason; nothing for others. */
export function TakeOver({ what, from, busy, about, onTakeOver }: TakeOverProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  if (!canTakeOver(viewer, what, from)) return null
  const { username: name } = from
  return (
    <FormDialog
      title={what === 'case' ? t`Take this case over?` : t`Take this appeal over?`}
      description={
        <Trans>
          <bdi>{name}</bdi> is working on it. Their claim ends, and yours begins. The audit log records your
          reason.
        </Trans>
      }
      trigger={
        <Button look="quiet" size="sm">
          <Trans>
            Take over
            <bdi className="sr-only"> {about}</bdi>
          </Trans>
        </Button>
      }
    >
      {(close) => (
        <ReasonForm
          schema={ReasonSchema}
          hint={t`Your colleagues read it`}
          submitLabel={t`Take over`}
          busy={busy}
          onSubmit={(reason) => onTakeOver(reason, close)}
        />
      )}
    </FormDialog>
  )
}
