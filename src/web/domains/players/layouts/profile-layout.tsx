import { Trans, useLingui } from '@lingui/react/macro'
import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PublicUser } from '../../../../contract/accounts/users-schemas.ts'
import { KeptPart } from '../../../platform/kept-part.tsx'
import { useAddressChoice } from '../../../platform/navigation/address-choice.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { fewBlankLines } from '../../../ui/form/few-blank-lines.ts'
import { LinkTab } from '../../../ui/link-tab.tsx'
import { playerPath } from '../../../ui/player-path.ts'
import { ShareMenu } from '../../../ui/share-menu.tsx'
import { TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { Badges } from '../badges.tsx'
import { Devices } from '../devices.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { GameTypeTable } from '../game-type-table.tsx'
import { FilteredMatches } from '../match-filters.tsx'
import { Milestones } from '../milestones.tsx'
import { Places } from '../places.tsx'
import { PlayerFacts } from '../player-facts.tsx'
import { PlayerRatings } from '../player-ratings.tsx'
import { PlayerSummary } from '../player-summary.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
import { RatingOverTime } from '../rating-history/rating-over-time.tsx'
import { Rivals } from '../rivals.tsx'
import type { KnownPlayer } from '../use-player-page.ts'
import { playerTabs } from './tabs.ts'

const columns = 'grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start'

/** /player/{id}: the player in three tabs; the address says which. `trophies`: places in cups, a card or nothing. */
export function ProfileLayout({ player, stats, trophies }: KnownPlayer & { trophies?: ReactNode }) {
  const { t } = useLingui()
  const [tab, setTab] = useAddressChoice('tab', playerTabs)
  const { id } = player
  const path = playerPath(id)
  return (
    <div className="grid gap-4 sm:gap-5">
      <PlayerSummary player={player} />
      <Tabs
        value={tab}
        onValueChange={(next) => setTab(playerTabs.find((one) => one === next) ?? 'overview')}
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <TabList aria-label={t`Player profile`} className="sm:max-w-lg">
            <LinkTab value="overview" to={path}>
              <Trans>Overview</Trans>
            </LinkTab>
            <LinkTab value="details" to={`${path}?tab=details`}>
              <Trans>Details</Trans>
            </LinkTab>
            <LinkTab value="rivals" to={`${path}?tab=rivals`}>
              <Trans>Rivals</Trans>
            </LinkTab>
          </TabList>
          <PlayerLinks player={player} />
        </div>
        <TabPanel value="overview" className={columns}>
          <KeptPart name="overview">
            <FilteredMatches id={id} />
            <div className="grid min-w-0 gap-6">
              <FigureGrid
                stats={stats}
                show={['Wins', 'Win rate', 'K/D', 'Best streak']}
                className="grid-cols-2 sm:max-lg:grid-cols-4"
              />
              <Card>
                <PointsOverTime id={id} />
              </Card>
              <About player={player} />
            </div>
          </KeptPart>
        </TabPanel>
        <TabPanel value="details" className="grid gap-6">
          <div className={columns}>
            <div className="grid min-w-0 gap-6">
              <PlayerRatings id={id} />
              <RatingOverTime id={id} />
            </div>
            <div className="grid min-w-0 gap-6">
              <Places id={id} />
              {trophies}
              <Milestones stats={stats} badges={<Badges id={id} />} />
            </div>
          </div>
          <GameTypeTable id={id} />
        </TabPanel>
        <TabPanel value="rivals" className="max-w-3xl">
          <Rivals id={id} />
        </TabPanel>
      </Tabs>
    </div>
  )
}

/** What is known of the person, under what they write of themselves. */
function About({ player }: { player: PublicUser }) {
  return (
    <Card>
      <h2 className="font-display text-3xl leading-none">
        <Trans>About</Trans>
      </h2>
      {player.bio && (
        <p dir="auto" className="wrap-anywhere mt-4 whitespace-pre-wrap text-sm leading-relaxed">
          {fewBlankLines(player.bio)}
        </p>
      )}
      <PlayerFacts player={player} className="mt-4" />
      <Devices id={player.id} className="mt-5 border-line border-t pt-5" />
    </Card>
  )
}

/** Hands the page on; on the viewer's own page also the way back to their profile. */
function PlayerLinks({ player }: { player: PublicUser }) {
  const { publicUrl } = useSite()
  const isOwn = useViewer()?.id === player.id
  return (
    <div className="flex flex-wrap gap-2 lg:ms-auto">
      {isOwn && (
        <Button asChild look="quiet" size="sm">
          <Link to="/profile">
            <Pencil aria-hidden className="size-4" />
            <Trans>Edit your profile</Trans>
          </Link>
        </Button>
      )}
      <ShareMenu
        url={publicUrl + playerPath(player.id)}
        title={player.username}
        shown={`player/${player.id}`}
      />
    </div>
  )
}
