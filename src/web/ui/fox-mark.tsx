import { markPaths, markSize } from '../../contract/content/mark.ts'

export function FoxMark({ className }: { className?: string }) {
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
