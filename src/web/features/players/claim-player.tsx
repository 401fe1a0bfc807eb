import { Link } from 'react-router'
import type { PublicUser } from '../../../contract/users.ts'
import { useViewer } from '../../platform/viewer.ts'
import { classes } from '../../ui/classes.ts'
import { claimTarget } from './player-path.ts'

/** On a player whom only the game server knows: the way to prove that it is oneself. */
export function ClaimPlayer({ player, className }: { player: PublicUser; className?: string }) {
  const viewer = useViewer()
  if (player.standing !== 'unclaimed') return null
  const target = viewer === null ? `/auth?redirect=${encodeURIComponent(claimTarget)}` : claimTarget
  return (
    <p
      className={classes(
        'rounded-md border-ember border-l-2 bg-ground-raised px-4 py-3 text-ink-soft text-sm leading-relaxed',
        className,
      )}
    >
      <Link
        to={target}
        className="inline-block py-0.5 font-bold text-ember-bright underline underline-offset-4 hover:text-ink"
      >
        Is this you? Claim it
      </Link>{' '}
      with the code that <code className="text-ink">/link</code> shows in game.
    </p>
  )
}
