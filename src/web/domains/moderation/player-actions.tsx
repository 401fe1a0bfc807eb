import { Flag } from 'lucide-react'
import { useState } from 'react'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { canReportPlayer } from '../../../contract/moderation/moderation.ts'
import { toast } from '../../platform/toasts.ts'
import { useViewer } from '../../platform/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PunishmentsDialog } from '../matches/punishments/punishments-dialog.tsx'
import { RuleOnPlayer } from '../matches/rulings/rule-on-player.tsx'
import { ClearProfileDialog } from './clear-profile-dialog.tsx'
import { ReportPlayerForm } from './report-player-form.tsx'

const askToSignIn = () =>
  toast({
    variant: 'destructive',
    title: 'Authentication required',
    description: 'You must be logged in to report players',
  })

/** Hands a player to the moderators; a visitor is asked to sign in, and nobody reports themselves. */
export function ReportPlayer({ player }: { player: Pick<PublicUser, 'id' | 'username'> }) {
  const viewer = useViewer()
  const [open, setOpen] = useState(false)
  if (!canReportPlayer(viewer, player.id)) return null
  const button = (
    <Button look="quiet" size="sm" onClick={viewer === null ? askToSignIn : undefined}>
      <Flag aria-hidden className="size-4" />
      Report player
    </Button>
  )
  if (viewer === null) return button
  return (
    <Dialog
      title={
        <>
          Report <bdi>{player.username}</bdi>
        </>
      }
      description="The moderators see your reason and your name. The player does not."
      open={open}
      onOpenChange={setOpen}
      trigger={button}
    >
      <ReportPlayerForm playerId={player.id} onDone={() => setOpen(false)} />
    </Dialog>
  )
}

/** What the viewer of a player's page may do about them. */
export function PlayerActions({ player }: { player: PublicUser }) {
  const canSignIn = player.standing === 'member' || player.standing === 'linked'
  const hasOnlyFace = player.standing === 'unclaimed' && player.avatarUrl !== null
  return (
    <div className="flex flex-wrap gap-2">
      <ReportPlayer player={player} />
      {canSignIn && <ClearProfileDialog target={player} />}
      <PunishmentsDialog target={player} />
      <RuleOnPlayer player={player} />
      {hasOnlyFace && <ClearProfileDialog target={player} hasAccount={false} />}
    </div>
  )
}
