import { Trans, useLingui } from '@lingui/react/macro'
import { canModerate } from '../../../contract/moderation/moderation.ts'
import type { ActiveRestriction } from '../../../contract/moderation/moderation-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/dialog.tsx'
import { RestrictForm } from './restrict-form.tsx'
import type { RestrictTarget } from './use-restrict.ts'

interface RestrictDialogProps {
  readonly target: RestrictTarget
  /** The active restriction. */
  readonly restriction: ActiveRestriction | null
  /** The case that it was opened from. */
  readonly caseId?: number
  /** The colleague who has claimed that case. */
  readonly takenBy?: string | undefined
}

/** Restricts a member from everything that others see. Renders nothing when the viewer may not restrict them. */
export function RestrictDialog({ target, restriction, ...fromCase }: RestrictDialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  if (!canModerate(viewer, target)) return null
  const { username: name } = target
  return (
    <FormDialog
      title={
        <Trans>
          Restrict <bdi>{name}</bdi>
        </Trans>
      }
      description={t`They can still sign in, play and read, but not post, like, report, register for events or change their profile. Their profile tells them why and until when.`}
      trigger={
        <Button look="quiet" size="sm">
          {restriction === null ? (
            <Trans>
              Restrict<bdi className="sr-only"> {name}</bdi>
            </Trans>
          ) : (
            <Trans>
              Restriction<bdi className="sr-only"> of {name}</bdi>
            </Trans>
          )}
        </Button>
      }
    >
      {(close) => <RestrictForm target={target} restriction={restriction} onDone={close} {...fromCase} />}
    </FormDialog>
  )
}
