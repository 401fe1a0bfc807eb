import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { isAdminRank, isStaffRank, type Rank } from '../../../../contract/accounts/ranks.ts'
import { Alert } from '../../../ui/alert.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'

/** Says what a member can no longer see and do with a lower rank. */
const lossOf = (rank: Rank) =>
  !isStaffRank(rank)
    ? msg`You will not see the staff area any more: no cases, reports, applications, messages or members.`
    : !isAdminRank(rank)
      ? msg`You will not see news, seasons, Discord, numbers and the audit log any more, and not change ranks.`
      : msg`You will not change the ranks of Owners and of your new rank any more, nor give yours back to yourself.`

/**
 * Says what members lose when they lower their own rank, and asks for `word` (`wordToGiveUp`). Takes the props of a
 * text field.
 */
export function GiveUpRank({
  word,
  chosen,
  ...field
}: { word: Rank; chosen: Rank } & Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <Alert title={t`This is your own rank`}>{t(lossOf(chosen))}</Alert>
      <TextField label={t`Type ${word} to give it up`} autoComplete="off" {...field} />
    </div>
  )
}
