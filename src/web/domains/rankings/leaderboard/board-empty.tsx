import { SearchX, Swords } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { BoardChoice } from './board-choice.ts'

export interface BoardEmptyProps {
  readonly choice: BoardChoice
  readonly total: number
  readonly onFirstPage: () => void
}

/** No rows: nobody matches, the page is past the end, or nobody has played yet. */
export function BoardEmpty({ choice, total, onFirstPage }: BoardEmptyProps) {
  if (total > 0) {
    return (
      <EmptyState icon={SearchX} title="There is nobody on this page">
        <Button look="quiet" size="sm" onClick={onFirstPage}>
          Back to the first page
        </Button>
      </EmptyState>
    )
  }
  if (choice.search !== '') {
    return (
      <EmptyState
        icon={SearchX}
        title={
          <>
            No players found matching "<bdi>{choice.search}</bdi>"
          </>
        }
      />
    )
  }
  return (
    <EmptyState icon={Swords} title="Nobody is ranked here yet">
      <p>
        {choice.season !== null
          ? 'Nobody played enough rated matches in this season.'
          : choice.by === 'rating'
            ? 'A player is on this board after about a dozen rated matches.'
            : 'Play a match on the server to take first place.'}
      </p>
    </EmptyState>
  )
}
