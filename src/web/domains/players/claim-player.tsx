import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { PublicUser } from '../../../contract/accounts/users-schemas.ts'
import { useViewer } from '../../platform/viewer.ts'
import { classes } from '../../ui/classes.ts'
import { claimTarget } from '../../ui/player-path.ts'

const signInToClaim = `/auth?redirect=${encodeURIComponent(claimTarget)}`
const linkClass =
  'inline-block py-0.5 font-bold text-ink underline underline-offset-4 hover:text-ember-bright'

/** On a player whom only the game server knows: the way to prove that it is oneself. */
export function ClaimPlayer({ player, className }: { player: PublicUser; className?: string }) {
  const viewer = useViewer()
  // Who has a player of their own is nobody else.
  if (player.standing !== 'unclaimed' || (viewer !== null && viewer.gamertag !== null)) return null
  return (
    <div
      className={classes(
        'rounded-md border-ember border-s-2 bg-ground-raised px-4 py-3 text-ink-soft text-sm leading-relaxed',
        className,
      )}
    >
      <Link to={viewer === null ? signInToClaim : claimTarget} className={linkClass}>
        <Trans>Is this you? Claim it</Trans>
      </Link>
      <ol className="mt-1 list-decimal ps-5">
        <li>
          <Trans>
            Join the server and type <code className="font-bold text-ink">/link</code>. The game shows you a
            code for 10 minutes.
          </Trans>
        </li>
        {viewer === null ? (
          <li>
            <Trans>
              New here? Enter the code when you register. Have an account? Sign in and enter it under “In-game
              player” in your profile.
            </Trans>
          </li>
        ) : (
          <li>
            <Trans>Enter the code under “In-game player” in your profile.</Trans>
          </li>
        )}
      </ol>
    </div>
  )
}
