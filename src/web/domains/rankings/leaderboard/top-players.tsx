import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { leaderboardPage } from '../../../../contract/rankings/leaderboard.ts'
import { api } from '../../../platform/api.ts'
import { errorMessage } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorView } from '../../../ui/list/error-view.tsx'
import { firstChoice } from './board-choice.ts'
import { BoardEmpty } from './board-empty.tsx'
import { topFiveQuery } from './board-query.ts'
import { BoardTable } from './board-table.tsx'
import { fewFigures } from './figures.ts'
import { MaintenanceNote } from './maintenance-note.tsx'

/** The first five of all, and the way to the rest. */
export function TopPlayers({ headingId }: { headingId: string }) {
  const { leaderboardMaintenance } = useSite()
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 id={headingId} className="font-display text-4xl leading-none">
          <Trans>Top Players</Trans>
        </h2>
        <Button asChild look="quiet">
          <Link to="/leaderboards">
            <Trans>View leaderboards</Trans>
          </Link>
        </Button>
      </div>
      <div className="overflow-hidden rounded-lg border border-line border-t-2 border-t-ember bg-ground-card shadow-card">
        {leaderboardMaintenance ? <MaintenanceNote /> : <TopFive />}
      </div>
    </div>
  )
}

function TopFive() {
  const { t } = useLingui()
  const viewer = useViewer()
  const { data, error, refetch } = useQuery(topFiveQuery(api))
  if (data === undefined && error !== null) {
    return (
      <div className="p-4 sm:p-6">
        <ErrorView
          title={t`Failed to load the top players.`}
          message={errorMessage(error, error.message)}
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return (
    <BoardTable
      caption={t`Top players, overall`}
      columns={fewFigures}
      entries={data?.entries}
      rows={leaderboardPage.default}
      viewerId={viewer?.id}
      empty={<BoardEmpty choice={firstChoice} total={0} onFirstPage={() => {}} />}
    />
  )
}
