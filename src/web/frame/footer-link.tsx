import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { scrollToTop } from './scroll-to-top.ts'

const look =
  'inline-flex min-h-8 items-center gap-2 rounded-sm text-ink-soft text-sm hover:text-ember-bright hover:underline'

/** Goes to a page of this site, and to its top even when it is this very page (spec 2). */
export function FooterLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} onClick={scrollToTop} className={look}>
      {children}
    </Link>
  )
}

export function FooterOutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={scrollToTop} className={look}>
      {children}
    </a>
  )
}
