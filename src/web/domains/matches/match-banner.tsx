import { Trans } from '@lingui/react/macro'
import type { MatchDetails } from '../../../contract/players/players-schemas.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classes } from '../../ui/classes.ts'
import { PlayerName } from '../../ui/player-name.tsx'
import { type Side, scoreBetween, sidesOf } from './match-words.ts'

type Player = MatchDetails['players'][number]

/**
 * Both sides face to face, with the score where the game sent one by team; renders nothing for matches without two
 * sides.
 */
export function MatchBanner({ match }: { match: MatchDetails }) {
  const [one, other, ...more] = sidesOf(match)
  if (one === undefined || other === undefined || more.length > 0) return null
  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 rounded-lg border border-line bg-ground-band px-3 py-5 sm:gap-8 sm:px-8 sm:py-7">
      <BannerSide side={one} isRight={false} />
      <p className="text-center font-display text-4xl text-ember-bright leading-none tabular-nums sm:text-6xl">
        {scoreBetween(match) ?? <Trans>VS</Trans>}
      </p>
      <BannerSide side={other} isRight />
    </div>
  )
}

function BannerSide({ side: { players, result }, isRight }: { side: Side<Player>; isRight: boolean }) {
  return (
    <ul className={classes('grid min-w-0 gap-2', isRight ? 'justify-items-start' : 'justify-items-end')}>
      {players.map(({ user }) => (
        <li
          key={user.id}
          className={classes(
            'flex min-w-0 max-w-full items-center gap-3 max-sm:flex-col max-sm:gap-2 max-sm:text-sm',
            !isRight && 'sm:flex-row-reverse',
            result === 'loss' && 'text-ink-soft',
          )}
        >
          <Avatar
            username={user.username}
            avatarUrl={user.avatarUrl}
            size={players.length === 1 ? 'xl' : 'md'}
            className={classes(players.length === 1 && 'max-sm:size-14 max-sm:text-2xl')}
          />
          <span className="min-w-0 max-w-full font-bold sm:text-xl">
            <PlayerName name={user.username} />
          </span>
        </li>
      ))}
    </ul>
  )
}
