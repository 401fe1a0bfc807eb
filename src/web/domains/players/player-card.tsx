import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { fewBlankLines } from '../../ui/few-blank-lines.ts'
import { PointsProgress } from '../../ui/points-progress.tsx'
import { RankBadge } from '../../ui/rank-badge.tsx'
import { RankBanner } from '../../ui/rank-banner.tsx'
import { ClaimPlayer } from './claim-player.tsx'
import { PlayerFacts } from './player-facts.tsx'
import { PlayerHeading } from './player-heading.tsx'
import { PlayerLinks } from './player-links.tsx'
import type { KnownPlayer } from './use-player-page.ts'

/** The player at a glance, under a banner in the colour of their rank. */
export function PlayerCard({ player, stats }: KnownPlayer) {
  return (
    <Card className="overflow-hidden p-0!">
      <RankBanner rank={player.rank} />
      <div className="px-5 pb-6 sm:px-6">
        <Avatar
          username={player.username}
          avatarUrl={player.avatarUrl}
          size="xl"
          className="relative -mt-12"
        />
        <PlayerHeading player={player} className="mt-4 text-4xl" />
        <RankBadge rank={player.rank} className="mt-3" />
        <ClaimPlayer player={player} className="mt-5" />
        {player.bio && (
          <p dir="auto" className="wrap-anywhere mt-4 whitespace-pre-wrap text-sm leading-relaxed">
            {fewBlankLines(player.bio)}
          </p>
        )}
        <div className="mt-5 border-line border-t pt-5">
          <PointsProgress points={stats.points} />
        </div>
        <PlayerFacts player={player} className="mt-5 border-line border-t pt-5" />
        <PlayerLinks player={player} className="mt-5 border-line border-t pt-5" />
      </div>
    </Card>
  )
}
