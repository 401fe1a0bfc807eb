import type { ReactNode } from 'react'
import { gameTypeLabels } from '../../../contract/stats.ts'
import type { BoardChoice } from './board-choice.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { periodLabels } from './labels.ts'

export interface BoardControlsProps {
  readonly choice: BoardChoice
  readonly onChoose: (change: Partial<BoardChoice>) => void
  /** Beside the periods. */
  readonly children?: ReactNode
}

/** Which board, of what time. */
export function BoardControls({ choice, onChoose, children }: BoardControlsProps) {
  const { gameType, period, search } = choice
  return (
    <div className="grid gap-4">
      <ChoiceButtons
        legend="Game type"
        name="gameType"
        labels={gameTypeLabels}
        chosen={gameType}
        kept={{ period, search }}
        onChoose={(next) => onChoose({ gameType: next, page: 1 })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ChoiceButtons
          legend="Period"
          name="period"
          labels={periodLabels}
          chosen={period}
          kept={{ gameType, search }}
          onChoose={(next) => onChoose({ period: next, page: 1 })}
        />
        {children}
      </div>
    </div>
  )
}
