import { Skeleton } from '../../../ui/skeleton.tsx'

export function ShopLoading() {
  return (
    <div>
      <p role="status" className="sr-only">
        Loading the shop...
      </p>
      <Skeleton className="h-10 w-56" />
      <div className="mt-6 grid gap-5 lg:grid-cols-3">
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className="h-120" />
        ))}
      </div>
    </div>
  )
}
