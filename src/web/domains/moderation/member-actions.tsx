import { Trans, useLingui } from '@lingui/react/macro'
import { canBlock } from '../../../contract/accounts/blocks.ts'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { canReportPlayer } from '../../../contract/moderation/moderation.ts'
import { useViewer } from '../../platform/viewer.ts'
import { FormDialog } from '../../ui/dialog.tsx'
import { BlockButton } from '../accounts/blocks/block-button.tsx'
import { RuleOnPlayer } from '../matches/rulings/rule-on-player.tsx'
import { ClearProfileDialog } from './clear-profile-dialog.tsx'
import { PunishmentsDialog } from './punishments/punishments-dialog.tsx'
import { ReportButton } from './report-button.tsx'
import { ReportPlayerForm } from './report-player-form.tsx'

/** What a member may do about a player: report and block them, and what their rank allows. Nobody does so to themselves. */
export function MemberActions({ player }: { player: PublicUser }) {
  const canSignIn = player.standing === 'member' || player.standing === 'linked'
  const hasOnlyFace = player.standing === 'unclaimed' && player.avatarUrl !== null
  const viewer = useViewer()
  const canReport = canReportPlayer(viewer, player.id)
  return (
    <div className="flex flex-wrap gap-2">
      {canReport && <ReportDialog player={player} />}
      {canSignIn && canBlock(viewer, player) && <BlockButton member={player} />}
      {canSignIn && <ClearProfileDialog target={player} />}
      <PunishmentsDialog target={player} />
      <RuleOnPlayer player={player} />
      {hasOnlyFace && <ClearProfileDialog target={player} hasAccount={false} />}
    </div>
  )
}

function ReportDialog({ player: { id, username: name } }: { player: Pick<PublicUser, 'id' | 'username'> }) {
  const { t } = useLingui()
  return (
    <FormDialog
      title={
        <Trans>
          Report <bdi>{name}</bdi>
        </Trans>
      }
      description={t`The moderators see your reason and your name. The player does not.`}
      trigger={<ReportButton />}
    >
      {(close) => <ReportPlayerForm playerId={id} onDone={close} />}
    </FormDialog>
  )
}
