import { Skeleton } from '../../../../ui/skeleton.tsx'

/** About as high as a first page of a young site, so that little moves when the reports come. */
export function DeskLoading() {
  return (
    <div role="status" className="grid gap-2">
      <span className="sr-only">Loading reports...</span>
      {Array.from({ length: 6 }, (_, at) => at).map((at) => (
        <Skeleton key={at} className="h-16 max-md:h-36" />
      ))}
    </div>
  )
}
