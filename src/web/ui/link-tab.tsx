import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Tab } from './tabs.tsx'

interface LinkTabProps {
  readonly value: string
  /** The address that shows this tab. */
  readonly to: string
  readonly children: ReactNode
}

/** A tab that is a link where scripts do not run, and for another window. */
export function LinkTab({ value, to, children }: LinkTabProps) {
  return (
    <Tab asChild value={value} className="inline-flex items-center justify-center">
      <Link
        to={to}
        preventScrollReset
        onClick={(event) => {
          // The tab has chosen already; only another window is left to the link.
          if (!event.metaKey && !event.ctrlKey && !event.shiftKey) event.preventDefault()
        }}
      >
        {children}
      </Link>
    </Tab>
  )
}
