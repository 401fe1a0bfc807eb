import type { ReactNode } from 'react'
import { useSite } from '../../../platform/site.tsx'
import type { BoardChoice } from './board-choice.ts'
import { ChoiceLinks } from './choice-links.tsx'
import { periodLabels } from './labels.ts'

export interface BoardControlsProps {
  readonly choice: BoardChoice
  /** Beside the periods. */
  readonly children?: ReactNode
}

/** Which board, of what time. */
export function BoardControls({ choice, children }: BoardControlsProps) {
  const { boards } = useSite()
  return (
    <div className="grid gap-4">
      <ChoiceLinks label="Game type" name="gameType" labels={boards} choice={choice} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ChoiceLinks label="Period" name="period" labels={periodLabels} choice={choice} />
        {children}
      </div>
    </div>
  )
}
