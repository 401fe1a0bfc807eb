import { leaderboardPlaceholderTotal } from '../../../../contract/rankings/leaderboard.ts'
import { firstChoice } from './board-choice.ts'
import { BoardFrame } from './board-frame.tsx'
import { BoardTotal } from './board-total.tsx'
import { MaintenanceNote } from './maintenance-note.tsx'
import { Pager } from './pager.tsx'

/** Instead of the boards: the message, and a pager that leads nowhere (rulings, Leaderboard). */
export function MaintenancePanel() {
  return (
    <div className="grid gap-3">
      <BoardTotal search="" players={undefined} matches={undefined} />
      <BoardFrame
        pager={<Pager choice={firstChoice} total={leaderboardPlaceholderTotal} disabled onPage={() => {}} />}
      >
        <MaintenanceNote />
      </BoardFrame>
    </div>
  )
}
