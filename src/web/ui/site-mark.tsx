import { markPaths, markSize } from '../../contract/content/mark.ts'
import { useSite } from '../platform/site.tsx'

/** The logo of the site: its own picture, or the shipped mark. */
export function SiteMark({ className }: { className?: string }) {
  const own = useSite().look?.logo
  if (own !== undefined) return <img src={own} alt="" width={512} height={512} className={className} />
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${markSize} ${markSize}`}
      shapeRendering="crispEdges"
      className={className}
    >
      {markPaths.map(({ fill, d }) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  )
}
