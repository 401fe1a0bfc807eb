import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { ClearProfileDialog } from './clear-profile-dialog.tsx'
import { ReportPlayer } from './report-player.tsx'

/** What the viewer of a player's page may do about them. */
export function PlayerActions({ player }: { player: PublicUser }) {
  const canSignIn = player.standing === 'member' || player.standing === 'linked'
  return (
    <div className="flex flex-wrap gap-2">
      <ReportPlayer player={player} />
      {canSignIn && <ClearProfileDialog target={player} />}
    </div>
  )
}
