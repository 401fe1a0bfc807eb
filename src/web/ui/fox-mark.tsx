import { markPaths } from '../../contract/mark.ts'

export function FoxMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 12 12" shapeRendering="crispEdges" className={className}>
      {markPaths.map(({ fill, d }) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  )
}
