import { useLingui } from '@lingui/react/macro'
import { Avatar } from '../../../ui/avatar.tsx'
import { classes } from '../../../ui/classes.ts'
import { fewBlankLines } from '../../../ui/form/few-blank-lines.ts'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { rankColour, rankStyle } from '../../../ui/rank-colour.ts'
import { RecentMatches } from '../../matches/recent-matches.tsx'
import { ClaimPlayer } from '../claim-player.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { GameTypeTable } from '../game-type-table.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import type { KnownPlayer } from '../use-player-page.ts'

/** /player-new/{id}: one long poster, the name across its whole width. */
export function PosterLayout({ player, stats }: KnownPlayer) {
  const { t } = useLingui()
  return (
    <div className="grid gap-8">
      <header
        className={classes(
          'relative overflow-hidden border-current border-b-4 bg-ground-band px-5 pt-10 pb-8 sm:px-10 sm:pt-16',
          rankColour(player.rank),
        )}
        style={rankStyle(player.rank)}
      >
        <div
          aria-hidden
          className="absolute inset-y-0 end-0 w-1/2 bg-[repeating-conic-gradient(currentColor_0_25%,transparent_0_50%)] bg-size-[48px_48px] opacity-6"
        />
        <div className="relative flex flex-wrap items-end gap-x-8 gap-y-6">
          <Avatar username={player.username} avatarUrl={player.avatarUrl} size="xl" />
          <div className="min-w-0 flex-1 basis-64">
            <RankBadge rank={player.rank} />
            <PlayerHeading player={player} className="mt-3 text-5xl text-ink sm:text-7xl lg:text-8xl" />
          </div>
        </div>
        <ClaimPlayer player={player} className="relative mt-6 max-w-md" />
      </header>
      <FigureGrid
        stats={stats}
        show={['Points', 'Wins', 'Win rate', 'K/D', 'Win streak', 'Best streak']}
        className="grid-cols-2 sm:grid-cols-3 lg:grid-cols-6"
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <PointsOverTime id={player.id} />
        <aside aria-label={t`About this player`} className="grid content-start gap-6">
          {player.bio && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-soft leading-relaxed">
              {fewBlankLines(player.bio)}
            </p>
          )}
          <PlayerFacts player={player} />
        </aside>
      </div>
      <GameTypeTable id={player.id} />
      <RecentMatches id={player.id} />
    </div>
  )
}
