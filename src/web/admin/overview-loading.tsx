import { Skeleton } from '../ui/skeleton.tsx'

/** The places of tiles and cards, so that nothing moves when they come. */
export function OverviewLoading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading the overview...
      </p>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {[1, 2, 3, 4].map((place) => (
          <Skeleton key={place} className="h-32" />
        ))}
      </div>
      <div className="grid gap-5 xl:grid-cols-2">
        <Skeleton className="h-72" />
        <Skeleton className="h-72" />
      </div>
    </>
  )
}
