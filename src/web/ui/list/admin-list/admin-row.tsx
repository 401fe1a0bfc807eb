import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { classes } from '../../classes.ts'

interface AdminRowProps {
  /** Key of the row. */
  readonly name: string
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly title: ReactNode
  readonly marks?: ReactNode
  /** The beginning of what was written. */
  readonly excerpt?: ReactNode
  /** When, by whom, who has it. */
  readonly facts: ReactNode
  readonly isNew?: boolean
  readonly selection?: { readonly isSelected: boolean; readonly toggle: () => void }
}

/** A row of a staff list whose detail is opened by pressing anywhere on it. */
export function AdminRow({
  name,
  isOpen,
  onOpen,
  title,
  marks,
  excerpt,
  facts,
  isNew,
  selection,
}: AdminRowProps) {
  return (
    <article
      data-row
      data-key={name}
      tabIndex={-1}
      aria-current={isOpen || undefined}
      aria-labelledby={`row-${name}`}
      className={classes(
        'relative scroll-my-4 rounded-lg border border-line border-s-2 bg-ground-card px-4 py-3 transition-colors hover:bg-ground-raised',
        isNew && 'border-s-ember',
        isOpen && 'border-ember bg-ground-raised',
      )}
    >
      <div className="flex items-start gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-3 gap-y-1">
          <h2 id={`row-${name}`} className="wrap-anywhere min-w-0 font-bold leading-6">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              onClick={onOpen}
              className="text-start after:absolute after:inset-0"
            >
              {title}
            </button>
          </h2>
          <div className="flex items-center gap-3 empty:hidden">{marks}</div>
        </div>
        {selection !== undefined && (
          <label className="relative z-1 flex min-h-6 cursor-pointer items-center">
            <span className="sr-only">
              <Trans>Select {title}</Trans>
            </span>
            <input
              type="checkbox"
              className="size-5 cursor-pointer accent-ember"
              checked={selection.isSelected}
              onChange={selection.toggle}
            />
          </label>
        )}
      </div>
      {excerpt !== undefined && (
        <p dir="auto" className="wrap-anywhere mt-0.5 line-clamp-2 text-sm">
          {excerpt}
        </p>
      )}
      <p className="wrap-anywhere mt-1 text-ink-soft text-xs leading-5">{facts}</p>
    </article>
  )
}
