import { Button } from '../../../ui/button.tsx'
import type { Mark, MessageBulk } from './use-message-bulk.ts'

const actions: readonly (readonly [label: string, mark: Mark])[] = [
  ['Mark as read', { read: true }],
  ['Mark as unread', { read: false }],
  ['Spam', { flagged: true }],
  ['Not spam', { flagged: false }],
]

const messagesOf = (count: number) => (count === 1 ? '1 message' : `${count} messages`)

const markWords = (mark: Mark) =>
  'read' in mark ? (mark.read ? 'read' : 'unread') : mark.flagged ? 'spam' : 'not spam'

/** Marks the selected messages alike; then takes it back for some seconds. */
export function MessageBulkBar({ bulk }: { bulk: MessageBulk }) {
  const { selected, last, busy } = bulk
  return (
    <>
      {last !== undefined && (
        <div
          role="status"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-ember bg-ground-card p-3.5 text-sm"
        >
          {messagesOf(last.ids.length)} marked as {markWords(last.mark)}.
          {last.ids.length > 0 && (
            <Button look="quiet" size="sm" aria-disabled={busy || undefined} onClick={bulk.undo}>
              Undo
            </Button>
          )}
        </div>
      )}
      {selected.length > 0 && (
        <section
          aria-label="Selected messages"
          className="sticky bottom-3 z-10 grid gap-3 rounded-lg border border-line-strong bg-ground-raised p-3.5 shadow-lg"
        >
          <div className="flex items-center justify-between gap-3">
            <p className="font-bold text-sm">{messagesOf(selected.length)} selected</p>
            <Button look="quiet" size="sm" onClick={bulk.clear}>
              Clear
            </Button>
          </div>
          <div className="flex flex-wrap gap-2">
            {actions.map(([label, mark]) => (
              <Button
                key={label}
                size="sm"
                look="quiet"
                aria-disabled={busy || undefined}
                onClick={() => bulk.mark(mark)}
              >
                {label}
                <span className="sr-only"> (all selected)</span>
              </Button>
            ))}
          </div>
        </section>
      )}
    </>
  )
}
