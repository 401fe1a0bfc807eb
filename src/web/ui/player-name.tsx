import { Trans, useLingui } from '@lingui/react/macro'
import { BadgeCheck } from 'lucide-react'
import { Link } from 'react-router'
import { isVisible } from '../../contract/text.ts'
import { classes } from './classes.ts'
import { playerPath } from './player-path.ts'

/** A name in any script. `bdi` keeps its direction from the text around it, and it may break anywhere. */
export function PlayerName({ name }: { name: string }) {
  const { t } = useLingui()
  return <bdi className="wrap-anywhere min-w-0">{isVisible(name) ? name : t`Player`}</bdi>
}

export function PlayerLink({
  user,
  className,
}: {
  user: { id: number; username: string }
  className?: string
}) {
  return (
    <Link
      to={playerPath(user.id)}
      className={classes(
        'underline decoration-line-strong underline-offset-4 hover:text-ember-bright hover:decoration-current',
        className,
      )}
    >
      <PlayerName name={user.username} />
    </Link>
  )
}

/** The name comes from the game, and anyone who signs in as this account has proven to be the player. */
export function VerifiedMark({ className }: { className?: string }) {
  const { t } = useLingui()
  return (
    <span
      title={t`Verified gamertag`}
      className={classes('inline-flex shrink-0 items-center align-middle text-good', className)}
    >
      <BadgeCheck aria-hidden className="size-[0.8em]" />
      <span className="sr-only">
        <Trans>Verified</Trans>
      </span>
    </span>
  )
}
