import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'

interface DraftNoteProps {
  /** The form shows a draft. */
  readonly restored: boolean
  readonly onDiscard: () => void
  /** What the draft does not hold. */
  readonly children?: ReactNode
}

/** Says that a form begins with what was typed earlier, and offers to throw it away. */
export function DraftNote({ restored, onDiscard, children }: DraftNoteProps) {
  return (
    <div role="status" className="empty:hidden">
      {restored && (
        <p className="border-ember border-s-2 bg-ground-raised px-4 py-3 text-ink-soft text-sm leading-relaxed">
          <Trans>Your draft is back. You typed it here earlier and did not send it.</Trans> {children}{' '}
          <button
            type="button"
            onClick={onDiscard}
            className="min-h-6 font-semibold text-ink underline underline-offset-2 hover:text-ember-bright"
          >
            <Trans>Discard draft</Trans>
          </button>
        </p>
      )}
    </div>
  )
}
