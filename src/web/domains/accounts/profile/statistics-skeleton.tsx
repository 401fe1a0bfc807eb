import { Skeleton } from '../../../ui/skeleton.tsx'

/** As tall as the figures that will stand here, so that nothing below jumps. */
export function StatisticsSkeleton() {
  return (
    <div role="status" className="grid gap-6">
      <span className="sr-only">Loading statistics...</span>
      <Skeleton className="h-[4.75rem]" />
      <Skeleton className="h-[9.25rem] sm:h-[4.625rem]" />
    </div>
  )
}
