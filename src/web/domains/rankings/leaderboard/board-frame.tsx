import type { ReactNode } from 'react'

export interface BoardFrameProps {
  readonly children: ReactNode
  readonly pager: ReactNode
  readonly aside?: ReactNode
}

/** The card that holds a board, with its pages below. */
export function BoardFrame({ children, pager, aside }: BoardFrameProps) {
  return (
    <div className="overflow-clip rounded-lg border border-line border-t-2 border-t-ember bg-ground-card shadow-card">
      {children}
      {(Boolean(pager) || Boolean(aside)) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-t p-4">
          <div className="min-w-0">{aside}</div>
          {pager}
        </div>
      )}
    </div>
  )
}
