import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { PlayerName, VerifiedMark } from '../../ui/player-name.tsx'

/** The shown name as the heading of a page. */
export function PlayerHeading({ player, className }: { player: PublicUser; className?: string }) {
  return (
    <h1 className={classes('font-display leading-none', className)}>
      <PlayerName name={player.username} />
      {player.standing === 'linked' && (
        <>
          {' '}
          <VerifiedMark />
        </>
      )}
    </h1>
  )
}
