import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { classes } from '../../ui/classes.ts'
import { PlayerName, VerifiedMark } from '../../ui/player-name.tsx'

/** The shown name as the heading of a page; `after` follows it in the same line. */
export function PlayerHeading({
  player,
  after,
  className,
}: {
  player: PublicUser
  after?: string
  className?: string
}) {
  return (
    <h1 className={classes('font-display leading-none', className)}>
      <PlayerName name={player.username} />
      {player.standing === 'linked' && (
        <>
          {' '}
          <VerifiedMark />
        </>
      )}
      {after !== undefined && ` ${after}`}
    </h1>
  )
}
