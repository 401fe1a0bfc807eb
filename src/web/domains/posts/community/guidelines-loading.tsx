import { Skeleton } from '../../../ui/skeleton.tsx'

export function GuidelinesLoading() {
  return (
    <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
      <p role="status" className="sr-only">
        Loading guidelines...
      </p>
      {[0, 1, 2, 3].map((place) => (
        <Skeleton key={place} className="h-20" />
      ))}
    </div>
  )
}
