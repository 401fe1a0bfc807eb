import { Skeleton } from '../../ui/skeleton.tsx'
import { Spinner } from '../../ui/spinner.tsx'

export function PlayerLoading() {
  return (
    <div className="mt-6 grid gap-6 lg:grid-cols-[22rem_minmax(0,1fr)]">
      <p role="status" className="flex items-center gap-2 text-ink-soft text-sm lg:col-span-2">
        <Spinner className="text-ember" />
        Loading player...
      </p>
      <Skeleton className="h-[28rem]" />
      <div className="grid content-start gap-6">
        <Skeleton className="h-72" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
