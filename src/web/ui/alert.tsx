import { CircleAlert, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface AlertProps {
  readonly title?: ReactNode
  readonly children?: ReactNode
  readonly tone?: 'bad' | 'info'
  readonly className?: string
}

/** Says at once, to everybody, that something went wrong (or, with `tone="info"`, something worth knowing). */
export function Alert({ title, children, tone = 'bad', className }: AlertProps) {
  const Icon = tone === 'bad' ? CircleAlert : Info
  return (
    <div
      role="alert"
      className={classes(
        'flex gap-3 rounded-md border-s-2 p-4 text-sm',
        tone === 'bad' ? 'border-bad bg-bad-ground' : 'border-ember bg-ground-raised',
        className,
      )}
    >
      <Icon
        aria-hidden
        className={classes('mt-px size-5 shrink-0', tone === 'bad' ? 'text-bad' : 'text-ember')}
      />
      <div className="min-w-0">
        {title !== undefined && <p className="font-bold">{title}</p>}
        {children !== undefined && <div className="text-ink-soft leading-relaxed">{children}</div>}
      </div>
    </div>
  )
}
