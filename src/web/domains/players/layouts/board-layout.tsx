import { useLingui } from '@lingui/react/macro'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'
import { fewBlankLines } from '../../../ui/form/few-blank-lines.ts'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { RecentMatches } from '../../matches/recent-matches.tsx'
import { ClaimPlayer } from '../claim-player.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { GameTypeTiles } from '../game-type-tiles.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import type { KnownPlayer } from '../use-player-page.ts'

/** /player-working/{id}: a board of instruments, matches first. */
export function BoardLayout({ player, stats }: KnownPlayer) {
  const { t } = useLingui()
  return (
    <div className="grid gap-4">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-line bg-ground-card px-4 py-3">
        <Avatar username={player.username} avatarUrl={player.avatarUrl} size="lg" />
        <PlayerHeading player={player} className="min-w-0 flex-1 basis-40 text-3xl" />
        <RankBadge rank={player.rank} />
      </header>
      <ClaimPlayer player={player} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start">
        <div className="order-2 min-w-0 lg:order-1">
          <RecentMatches id={player.id} />
        </div>
        <div className="order-1 grid min-w-0 gap-4 lg:order-2">
          <Card className="grid gap-4 p-4!">
            {player.bio && (
              <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-ink-soft text-sm">
                {fewBlankLines(player.bio)}
              </p>
            )}
            <PlayerFacts player={player} />
          </Card>
          <FigureGrid
            stats={stats}
            show={[
              'Kills',
              'Deaths',
              'K/D',
              'Wins',
              'Losses',
              'Win rate',
              'Total games',
              'Win streak',
              'Best streak',
            ]}
            className="grid-cols-3"
          />
          <section aria-label={t`By game type`}>
            <GameTypeTiles id={player.id} />
          </section>
          <Card className="p-4!">
            <PointsOverTime id={player.id} />
          </Card>
        </div>
      </div>
    </div>
  )
}
