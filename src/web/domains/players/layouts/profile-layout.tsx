import { Pencil, Share2 } from 'lucide-react'
import { Link } from 'react-router'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { useAddressChoice } from '../../../platform/address-choice.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { fewBlankLines } from '../../../ui/few-blank-lines.ts'
import { playerPath } from '../../../ui/player-path.ts'
import { PointsProgress } from '../../../ui/points-progress.tsx'
import { RankBadge } from '../../../ui/rank-badge.tsx'
import { RankBanner } from '../../../ui/rank-banner.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { PlayerPresence } from '../../matches/presence/player-presence.tsx'
import { RecentMatches } from '../../matches/recent-matches.tsx'
import { Badges } from '../badges.tsx'
import { ClaimPlayer } from '../claim-player.tsx'
import { Devices } from '../devices.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { FollowButton } from '../follows/follow-button.tsx'
import { GameTypeTable } from '../game-type-table.tsx'
import { Milestones } from '../milestones.tsx'
import { MostPlayed } from '../most-played.tsx'
import { Places } from '../places.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PlayerRatings } from '../player-ratings.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import { RatingOverTime } from '../rating-history/rating-over-time.tsx'
import type { KnownPlayer } from '../use-player-page.ts'

const tabs = ['overview', 'details'] as const

/** /player/{id}: the player in two tabs; the address says which. */
export function ProfileLayout({ player, stats }: KnownPlayer) {
  const [tab, setTab] = useAddressChoice('tab', tabs)
  return (
    <Tabs value={tab} onValueChange={(next) => setTab(tabs.find((one) => one === next) ?? 'overview')}>
      <TabList aria-label="Player profile" className="sm:max-w-sm">
        <Tab value="overview">Overview</Tab>
        <Tab value="details">Details</Tab>
      </TabList>
      <TabPanel value="overview">
        <div className="grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)] lg:items-start">
          <PlayerCard player={player} stats={stats} />
          <div className="grid min-w-0 gap-6">
            <FigureGrid
              stats={stats}
              show={['Wins', 'Win rate', 'K/D', 'Best streak']}
              className="grid-cols-2 sm:grid-cols-4"
            />
            <Places id={player.id} />
            <PlayerRatings id={player.id} />
            <RatingOverTime id={player.id} />
            <MostPlayed id={player.id} />
            <Card>
              <PointsOverTime id={player.id} />
            </Card>
            <Milestones stats={stats} badges={<Badges id={player.id} />} />
            <RecentMatches id={player.id} />
          </div>
        </div>
      </TabPanel>
      <TabPanel value="details">
        <PlayerHeading player={player} after="in figures" className="mb-5 text-4xl" />
        <GameTypeTable id={player.id} />
      </TabPanel>
    </Tabs>
  )
}

/** The player at a glance, under a banner in the colour of their rank. */
function PlayerCard({ player, stats }: KnownPlayer) {
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
        <PlayerPresence id={player.id} className="mt-3" />
        <FollowButton player={player} className="mt-4" />
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
        <Devices id={player.id} className="mt-5 border-line border-t pt-5" />
        <PlayerLinks player={player} className="mt-5 border-line border-t pt-5" />
      </div>
    </Card>
  )
}

/** Hands the page on; on the viewer's own page also the way back to their profile. */
function PlayerLinks({ player, className = '' }: { player: PublicUser; className?: string }) {
  const { publicUrl } = useSite()
  const isOwn = useViewer()?.id === player.id
  // Only the browser knows whether its system can share.
  const canShare = useHydrated() && typeof navigator.share === 'function'
  const url = publicUrl + playerPath(player.id)

  function share() {
    // Closing the share sheet is a choice, not a failure.
    navigator.share({ title: player.username, url }).catch(() => undefined)
  }

  return (
    <div className={`flex flex-wrap gap-2 ${className}`}>
      {isOwn && (
        <Button asChild look="quiet" size="sm">
          <Link to="/profile">
            <Pencil aria-hidden className="size-4" />
            Edit your profile
          </Link>
        </Button>
      )}
      {canShare && (
        <Button look="quiet" size="sm" onClick={share}>
          <Share2 aria-hidden className="size-4" />
          Share
        </Button>
      )}
      <CopyButton value={url} what="link" label="Copy link" />
    </div>
  )
}
