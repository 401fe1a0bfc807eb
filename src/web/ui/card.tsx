import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A raised surface. `tone="ember"` is lit from above, for the one card of a page that matters most. */
export function Card({
  tone = 'plain',
  className,
  ...props
}: ComponentProps<'div'> & { tone?: 'plain' | 'ember' }) {
  return (
    <div
      className={classes(
        'rounded-lg border border-line bg-ground-card p-5 shadow-card sm:p-6',
        tone === 'ember' && 'border-t-2 border-t-ember',
        className,
      )}
      {...props}
    />
  )
}

export function CardTitle({
  as: Heading = 'h2',
  className,
  ...props
}: ComponentProps<'h2'> & { as?: 'h2' | 'h3' | 'h4' }) {
  return <Heading className={classes('font-display text-2xl leading-none', className)} {...props} />
}

export function CardText({ className, ...props }: ComponentProps<'p'>) {
  return <p className={classes('text-ink-soft text-sm leading-relaxed', className)} {...props} />
}
