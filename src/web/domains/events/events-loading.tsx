import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export function EventsLoading() {
  return (
    <div className="grid gap-4">
      <p role="status" className="flex items-center gap-2 py-2 text-ink-soft">
        <Spinner className="text-ember" />
        Loading events...
      </p>
      <Skeleton className="h-96" />
      <Skeleton className="h-48" />
      <Skeleton className="h-48" />
    </div>
  )
}
