import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly icon?: LucideIcon
  readonly title: ReactNode
  readonly children?: ReactNode
}

/** Nothing here yet, and what to do about it. */
export function EmptyState({ icon: Icon, title, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-line-strong border-dashed px-6 py-12 text-center">
      {Icon !== undefined && <Icon aria-hidden className="mb-1 size-8 text-ember" />}
      <p className="font-display text-2xl leading-tight">{title}</p>
      {children !== undefined && <div className="max-w-prose text-ink-soft text-sm">{children}</div>}
    </div>
  )
}
