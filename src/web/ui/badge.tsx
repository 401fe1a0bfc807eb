import type { ReactNode } from 'react'
import { classes } from './classes.ts'

const tones = {
  quiet: 'text-ink-soft',
  gold: 'text-rank-gold',
  blue: 'text-rank-moderator',
  purple: 'text-rank-manager',
  ember: 'text-ink',
  good: 'text-good',
  bad: 'text-bad',
} as const

export type BadgeTone = keyof typeof tones

/** A state in one word. The word says it; the colour only helps to find it. */
export function Badge({
  tone,
  children,
  className,
}: {
  tone: BadgeTone
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.5 whitespace-nowrap rounded-sm border border-current/35 bg-current/8 px-2 py-0.5 font-bold text-xs',
        tones[tone],
        className,
      )}
    >
      <span aria-hidden className="size-1.5 bg-current" />
      {children}
    </span>
  )
}
