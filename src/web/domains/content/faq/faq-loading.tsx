import { Skeleton } from '../../../ui/skeleton.tsx'

export function FaqLoading() {
  return (
    <div className="grid gap-6">
      <p role="status" className="sr-only">
        Loading the questions...
      </p>
      <Skeleton className="h-6 max-w-prose" />
      <Skeleton className="h-12" />
      <Skeleton className="h-96" />
    </div>
  )
}
