import { useId, useRef } from 'react'
import { leaderboardPage } from '../../../../contract/rankings/leaderboard.ts'
import { sentenceOf } from '../../../platform/api-error.ts'
import { useSite } from '../../../platform/site.tsx'
import { ErrorView } from '../../../ui/error-view.tsx'
import type { BoardChoice } from './board-choice.ts'
import { BoardEmpty } from './board-empty.tsx'
import { BoardFrame } from './board-frame.tsx'
import { BoardSearch } from './board-search.tsx'
import { BoardTable } from './board-table.tsx'
import { BoardTotal } from './board-total.tsx'
import { allFigures } from './figures.ts'
import { boardName } from './labels.ts'
import { OwnPlace } from './own-place.tsx'
import { Pager } from './pager.tsx'
import { useBoard } from './use-board.ts'
import type { ChooseBoard } from './use-board-choice.ts'
import { useOwnPlace } from './use-own-place.ts'

export interface BoardPanelProps {
  readonly choice: BoardChoice
  readonly onChoose: ChooseBoard
  readonly viewerId: number | undefined
  readonly live: boolean
}

/** The rows of a page with what leads to other pages. */
export function BoardPanel({ choice, onChoose, viewerId, live }: BoardPanelProps) {
  const { boards } = useSite()
  const headingId = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { board, error, retry, changes, pagerTotal, players } = useBoard(choice, live)
  const own = useOwnPlace(choice, viewerId, live)
  const failed = board === undefined && error !== null

  function tryAgain() {
    // The button leaves with its alert.
    if (failed) heading.current?.focus()
    retry()
  }

  function toFirstPage() {
    heading.current?.focus()
    onChoose({ page: 1 })
  }

  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div className="grid gap-1.5">
          <h2 id={headingId} ref={heading} tabIndex={-1} className="font-display text-3xl leading-none">
            {boardName(boards, choice)}
          </h2>
          <BoardTotal search={choice.search} players={players} matches={failed ? null : board?.total} />
        </div>
        {/* As high as with its hint, which comes and goes while somebody types. */}
        <div className="min-h-24 w-full sm:w-80">
          <BoardSearch
            choice={choice}
            // Typing makes no history.
            onSearch={(search) => onChoose({ search, page: 1 }, { replace: true })}
          />
        </div>
      </div>
      {error !== null && (
        <ErrorView
          title="Failed to load the leaderboard."
          message={sentenceOf(error, error.message)}
          onRetry={tryAgain}
        />
      )}
      <BoardFrame
        pager={
          // Nobody to leaf through.
          pagerTotal > 0 && <Pager choice={choice} total={pagerTotal} onPage={(page) => onChoose({ page })} />
        }
        aside={own !== undefined && <OwnPlace own={own} choice={choice} onJump={onChoose} />}
      >
        {!failed && (
          <BoardTable
            caption={boardName(boards, choice)}
            columns={allFigures}
            entries={board?.entries}
            rows={leaderboardPage.usual}
            viewerId={viewerId}
            changes={changes}
            empty={<BoardEmpty choice={choice} total={board?.total ?? 0} onFirstPage={toFirstPage} />}
            own={own?.entry && { entry: own.entry, changes: own.changes }}
          />
        )}
      </BoardFrame>
      <p role="status" className="sr-only">
        {board === undefined && !failed && 'Loading leaderboard...'}
      </p>
    </section>
  )
}
