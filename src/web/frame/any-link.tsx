import type { ComponentProps } from 'react'
import { Link } from 'react-router'

/** A link to a page of this site, or in a new tab to another one. */
export const AnyLink = ({ to, ...link }: ComponentProps<typeof Link> & { to: string }) =>
  to.startsWith('/') ? (
    <Link to={to} {...link} />
  ) : (
    <a href={to} target="_blank" rel="noopener noreferrer" {...link} />
  )
