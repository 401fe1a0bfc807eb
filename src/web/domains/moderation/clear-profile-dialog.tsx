import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Rank } from '../../../contract/accounts/ranks.ts'
import { profilePartLabels } from '../../../contract/labels.ts'
import { canModerate, type ProfilePart, profileParts } from '../../../contract/moderation/moderation.ts'
import { moderationEndpoints } from '../../../contract/moderation/moderation-endpoints.ts'
import { PostRemoval } from '../../../contract/moderation/moderation-schemas.ts'
import { api } from '../../platform/api.ts'
import { toast, toastFailure } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckboxGroup } from '../../ui/form/checkbox-group.tsx'
import { ReasonForm } from '../../ui/form/reason-form.tsx'

interface ClearProfileDialogProps {
  readonly target: { readonly id: number; readonly username: string; readonly rank: Rank }
  /** A player without an account has a picture only: the face from the game. */
  readonly hasAccount?: boolean
  /** The case that it was opened from. */
  readonly caseId?: number
  /** The colleague who has claimed that case. */
  readonly takenBy?: string | undefined
}

const optionsOf = (parts: readonly ProfilePart[]) =>
  parts.map((value) => ({ value, label: profilePartLabels[value] }))
const options = { member: optionsOf(profileParts), player: optionsOf(['picture']) }

/**
 * Clears a member's bio, picture or name, or a player's face. Renders nothing when the viewer may not moderate them.
 */
export function ClearProfileDialog({ target, hasAccount = true, caseId, takenBy }: ClearProfileDialogProps) {
  const { t } = useLingui()
  const viewer = useViewer()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const [parts, setParts] = useState<ProfilePart[]>([])
  const [error, setError] = useState<string>()
  const clearing = useMutation({
    mutationFn: (reason: string) =>
      api(moderationEndpoints.clearProfile, { params: { id: target.id }, body: { parts, reason, caseId } }),
    onSuccess({ cleared }) {
      const what = cleared.map((part) => t(profilePartLabels[part])).join(', ')
      toast({ title: t`Profile Cleared`, description: t`${what} of ${{ username: target.username }}` })
      setOpen(false)
      setParts([])
      void client.invalidateQueries()
    },
    onError: (failure) => toastFailure(t`Update Failed`, failure, t`The profile could not be cleared.`),
  })
  if (!canModerate(viewer, target)) return null
  const { username: name } = target

  const nothingChosen = hasAccount ? t`Choose bio, picture or name` : t`Choose picture`

  function clear(reason: string) {
    const problem = parts.length === 0 ? nothingChosen : undefined
    setError(problem)
    if (problem === undefined) clearing.mutate(reason)
  }

  return (
    <Dialog
      title={t`Clear the profile of ${{ username: target.username }}`}
      description={
        hasAccount
          ? t`A cleared name is hidden behind a neutral one until the member chooses another. A gamertag comes from the game and stays.`
          : t`The face of this skin is removed and does not come back. Another skin may bring another face.`
      }
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="sm">
          <Trans>
            Clear profile<bdi className="sr-only"> of {name}</bdi>
          </Trans>
        </Button>
      }
    >
      <ReasonForm
        schema={PostRemoval}
        hint={hasAccount ? t`The member reads it` : t`The player reads it after signing up`}
        takenBy={takenBy}
        submitLabel={t({ message: 'Clear', context: 'a profile' })}
        busy={clearing.isPending}
        onSubmit={clear}
        before={
          <CheckboxGroup
            label={t`What to clear`}
            name="parts"
            options={hasAccount ? options.member : options.player}
            values={parts}
            onValuesChange={setParts}
            error={error}
          />
        }
      />
    </Dialog>
  )
}
