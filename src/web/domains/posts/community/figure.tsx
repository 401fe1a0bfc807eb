import type { ReactNode } from 'react'
import { classes } from '../../../ui/classes.ts'

interface FigureProps {
  /** The figure and its unit, as `14 Online`: the figure comes first in every language. */
  readonly words: string
  /** True shows a dash instead of the figure. */
  readonly unknown: boolean
  /** What it counts, where the unit alone could mean something else. */
  readonly where?: string
  readonly size?: 'md' | 'lg'
  /** Icon before it. */
  readonly children?: ReactNode
}

/** A figure in big type, its unit beside it. */
export function Figure({ words, unknown, where, size = 'md', children }: FigureProps) {
  const [figure, ...unit] = words.split(' ')
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 font-semibold">
      {children}
      <span
        className={classes(
          'font-display font-normal leading-none tabular-nums',
          size === 'lg' ? 'text-6xl sm:text-7xl' : 'text-4xl',
          unknown && 'text-ink-soft',
        )}
      >
        {figure}
      </span>{' '}
      <span className="text-ink-soft">{unit.join(' ')}</span>
      {where !== undefined && <span className="font-normal text-ink-faint text-sm">{` ${where}`}</span>}
    </p>
  )
}
