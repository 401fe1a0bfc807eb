import { useSite } from '../../../platform/site.tsx'
import { useViewer } from '../../../platform/viewer.ts'
import { BoardControls } from './board-controls.tsx'
import { BoardPanel } from './board-panel.tsx'
import { LiveSwitch } from './live-switch.tsx'
import { MaintenancePanel } from './maintenance-panel.tsx'
import { useBoardChoice } from './use-board-choice.ts'
import { useLiveSwitch } from './use-live-switch.ts'

/** The leaderboard widget: seven boards of three periods, with pages, search and live updates. */
export function Leaderboard() {
  const { leaderboardMaintenance } = useSite()
  return leaderboardMaintenance ? <MaintenancePanel /> : <Boards />
}

function Boards() {
  const viewer = useViewer()
  const { choice, choose } = useBoardChoice()
  const live = useLiveSwitch(choice.gameType)
  return (
    <div className="grid gap-6">
      <BoardControls choice={choice}>
        <LiveSwitch on={live.on} onChange={live.change} />
      </BoardControls>
      <BoardPanel choice={choice} onChoose={choose} viewerId={viewer?.id} live={live.on} />
    </div>
  )
}
