import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { useAddressChoice } from '../../../platform/address-choice.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { fewBlankLines } from '../../../ui/few-blank-lines.ts'
import { playerPath } from '../../../ui/player-path.ts'
import { PointsProgress } from '../../../ui/points-progress.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { Badges } from '../badges.tsx'
import { Devices } from '../devices.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { GameTypeTable } from '../game-type-table.tsx'
import { FilteredMatches } from '../match-filters.tsx'
import { Milestones } from '../milestones.tsx'
import { Places } from '../places.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PlayerRatings } from '../player-ratings.tsx'
import { PlayerSummary } from '../player-summary.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import { RatingOverTime } from '../rating-history/rating-over-time.tsx'
import { Rivals } from '../rivals.tsx'
import type { KnownPlayer } from '../use-player-page.ts'

const tabs = ['overview', 'details'] as const

const sections = [
  ['matches', msg`Matches`],
  ['ratings', msg`Ratings`],
  ['rivals', msg`Rivals`],
  ['places', msg`Places`],
  ['milestones', msg`Milestones`],
  ['about', msg`About`],
] as const

/** /player/{id}: the player in two tabs; the address says which. `trophies`: places in cups, a card or nothing. */
export function ProfileLayout({ player, stats, trophies }: KnownPlayer & { trophies?: ReactNode }) {
  const { t } = useLingui()
  const [tab, setTab] = useAddressChoice('tab', tabs)
  return (
    <Tabs value={tab} onValueChange={(next) => setTab(tabs.find((one) => one === next) ?? 'overview')}>
      <TabList aria-label={t`Player profile`} className="sm:max-w-sm">
        <Tab value="overview">
          <Trans>Overview</Trans>
        </Tab>
        <Tab value="details">
          <Trans>Details</Trans>
        </Tab>
      </TabList>
      <TabPanel value="overview">
        <div className="grid gap-5">
          <PlayerSummary player={player} />
          <OnThisPage />
          <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
            <div className="grid min-w-0 gap-6">
              <FilteredMatches id={player.id} />
              <div id="ratings" className="grid scroll-mt-24 gap-6 empty:hidden">
                <PlayerRatings id={player.id} />
                <RatingOverTime id={player.id} />
              </div>
              <Card>
                <PointsOverTime id={player.id} />
              </Card>
            </div>
            <div className="grid min-w-0 gap-6">
              <FigureGrid
                stats={stats}
                show={['Wins', 'Win rate', 'K/D', 'Best streak']}
                className="grid-cols-2 sm:max-lg:grid-cols-4"
              />
              <Rivals id={player.id} />
              <Places id={player.id} />
              {trophies}
              <Milestones stats={stats} badges={<Badges id={player.id} />} />
              <About player={player} stats={stats} />
            </div>
          </div>
        </div>
      </TabPanel>
      <TabPanel value="details">
        <PlayerHeading player={player} after={t`in numbers`} className="mb-5 text-4xl" />
        <GameTypeTable id={player.id} />
      </TabPanel>
    </Tabs>
  )
}

/** One tap to what is further down. */
function OnThisPage() {
  const { t } = useLingui()
  return (
    <nav aria-label={t`On this page`} className="flex flex-wrap gap-2 lg:hidden">
      {sections.map(([id, name]) => (
        <a
          key={id}
          href={`#${id}`}
          className="inline-flex min-h-9 items-center rounded-md border border-line bg-ground-card px-3 font-semibold text-ink-soft text-sm hover:border-ember hover:text-ink"
        >
          {t(name)}
        </a>
      ))}
    </nav>
  )
}

/** What is known of the person, under what they write of themselves. */
function About({ player, stats }: KnownPlayer) {
  return (
    <Card id="about" className="scroll-mt-24">
      <h2 className="font-display text-3xl leading-none">
        <Trans>About</Trans>
      </h2>
      {player.bio && (
        <p dir="auto" className="wrap-anywhere mt-4 whitespace-pre-wrap text-sm leading-relaxed">
          {fewBlankLines(player.bio)}
        </p>
      )}
      <PlayerFacts player={player} className="mt-4" />
      <div className="mt-5 border-line border-t pt-5">
        <PointsProgress points={stats.points} />
      </div>
      <Devices id={player.id} className="mt-5 border-line border-t pt-5" />
      <PlayerLinks player={player} className="mt-5 border-line border-t pt-5" />
    </Card>
  )
}

/** Hands the page on; on the viewer's own page also the way back to their profile. */
function PlayerLinks({ player, className = '' }: { player: PublicUser; className?: string }) {
  const { t } = useLingui()
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
            <Trans>Edit your profile</Trans>
          </Link>
        </Button>
      )}
      {canShare && (
        <Button look="quiet" size="sm" onClick={share}>
          <Share2 aria-hidden className="size-4" />
          <Trans>Share</Trans>
        </Button>
      )}
      <CopyButton value={url} what={t`link`} label={t`Copy link`} />
      <CopyButton
        value={`${publicUrl}/overlay/player/${player.id}`}
        what={t`stream overlay`}
        label={t`Copy stream overlay`}
      />
    </div>
  )
}
