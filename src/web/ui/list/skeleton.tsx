import { classes } from '../classes.ts'

/** A place held for what is loading. The list around it says so in words, once, for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      data-skeleton=""
      className={classes('animate-pulse rounded-md bg-ground-raised', className)}
    />
  )
}
