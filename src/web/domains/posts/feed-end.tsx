import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { feedFailure } from './feed-message.ts'
import { useReached } from './use-reached.ts'

export interface FeedEndProps {
  readonly hasMore: boolean
  readonly loading: boolean
  /** Nothing may be asked for while something else is. */
  readonly busy: boolean
  /** Why the last attempt at more failed. */
  readonly error: Error | null
  /** More, since the end of the list came near. */
  readonly onReached: () => void
  /** More, since somebody pressed the button. */
  readonly onMore: () => void
}

/** What stands below the posts: it loads more when it comes near, and on request. */
export function FeedEnd({ hasMore, loading, busy, error, onReached, onMore }: FeedEndProps) {
  const mark = useRef<HTMLDivElement>(null)
  useReached(mark, hasMore && !busy && error === null, onReached)
  if (error !== null) {
    return (
      <>
        <ErrorView title={feedFailure(error)} onRetry={() => !busy && onMore()} />
        {loading && <p className="text-ink-soft text-sm">Loading more...</p>}
      </>
    )
  }
  if (!hasMore) return <p className="py-4 text-center text-ink-faint text-sm">You have seen every post.</p>
  return (
    <div ref={mark} className="flex justify-center py-2">
      <Button look="quiet" aria-disabled={busy} onClick={() => !busy && onMore()}>
        {loading && <Spinner />}
        {loading ? 'Loading more...' : 'Load more'}
      </Button>
    </div>
  )
}
