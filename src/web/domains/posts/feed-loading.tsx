import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export function FeedLoading() {
  return (
    <div className="grid gap-3">
      <p role="status" className="flex items-center gap-2 py-2 text-ink-soft text-sm">
        <Spinner className="text-ember" />
        Loading posts...
      </p>
      <Skeleton className="h-36" />
      <Skeleton className="h-64" />
      <Skeleton className="h-36" />
    </div>
  )
}
