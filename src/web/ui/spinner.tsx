import { classes } from './classes.ts'

/** Four blocks turning. Decoration: put the words ("Loading posts...") beside it. */
export function Spinner({ className }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      data-spinner=""
      viewBox="0 0 8 8"
      shapeRendering="crispEdges"
      className={classes('size-4 animate-[spin_1s_steps(8)_infinite] fill-current', className)}
    >
      <path d="M3 0h2v2h-2z" />
      <path d="M6 3h2v2h-2z" opacity=".7" />
      <path d="M3 6h2v2h-2z" opacity=".45" />
      <path d="M0 3h2v2h-2z" opacity=".25" />
    </svg>
  )
}
