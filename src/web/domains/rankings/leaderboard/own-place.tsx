import { LocateFixed } from 'lucide-react'
import type { LeaderboardEntry } from '../../../../contract/rankings/leaderboard-schemas.ts'
import { Button } from '../../../ui/button.tsx'
import { type BoardChoice, pageOf } from './board-choice.ts'

export interface OwnPlaceProps {
  readonly own: { readonly entry: LeaderboardEntry | undefined }
  readonly choice: BoardChoice
  readonly onJump: (change: Partial<BoardChoice>) => void
}

/** The way to the viewer's own page, or why there is none. */
export function OwnPlace({ own: { entry }, choice, onJump }: OwnPlaceProps) {
  if (entry === undefined) {
    return <p className="text-ink-soft text-sm">You are not ranked here yet: one match is enough.</p>
  }
  const page = pageOf(entry.position)
  const isThere = choice.page === page && choice.search === ''
  return (
    <Button
      look="quiet"
      size="sm"
      aria-disabled={isThere}
      onClick={() => !isThere && onJump({ page, search: '' })}
    >
      <LocateFixed aria-hidden className="size-4" />
      {isThere ? 'You are on this page' : 'Jump to your place'}
    </Button>
  )
}
