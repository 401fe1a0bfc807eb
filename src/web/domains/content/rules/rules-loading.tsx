import { Skeleton } from '../../../ui/skeleton.tsx'

export function RulesLoading() {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start">
      <p role="status" className="sr-only">
        Loading the rules...
      </p>
      <div className="grid gap-5">
        <Skeleton className="h-12 max-w-prose" />
        <Skeleton className="h-96" />
      </div>
      <Skeleton className="h-80" />
    </div>
  )
}
