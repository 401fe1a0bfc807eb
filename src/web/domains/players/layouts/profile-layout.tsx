import { useAddressChoice } from '../../../platform/address-choice.ts'
import { Card } from '../../../ui/card.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { RecentMatches } from '../../matches/recent-matches.tsx'
import { FigureGrid } from '../figure-grid.tsx'
import { GameTypeTable } from '../game-type-table.tsx'
import { PlayerCard } from '../player-card.tsx'
import { PlayerHeading } from '../player-heading.tsx'
import { PointsOverTime } from '../points/points-over-time.tsx'
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
            <Card>
              <PointsOverTime id={player.id} />
            </Card>
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
