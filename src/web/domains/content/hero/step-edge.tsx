import { useId } from 'react'

/** A skyline of pixel steps in the current text colour, which grows out of the edge below it. */
export function StepEdge({ className }: { className?: string }) {
  const id = useId()
  return (
    <svg aria-hidden="true" width="100%" height="24" shapeRendering="crispEdges" className={className}>
      <pattern id={id} width="192" height="24" patternUnits="userSpaceOnUse">
        <path fill="currentColor" d="M0 24V16h16V8h16V0h24v8h8v8h24v4h24v-8h16V4h16v12h24v-4h16v8h8v4z" />
      </pattern>
      <rect width="100%" height="24" fill={`url(#${id})`} />
    </svg>
  )
}
