import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type InlinePart, inlineParts } from '../../contract/content/inline-text.ts'
import { useSite } from '../platform/site.tsx'

export interface LinkedTextProps {
  /** Text of a content file. */
  readonly text: string
  /** Shows the words of each part; to mark what was searched for, say. */
  readonly words?: (text: string) => ReactNode
}

const linkClass = 'font-semibold text-ink underline underline-offset-2 hover:text-ember-bright'

/** Text of a content file, with its links and commands. */
export function LinkedText({ text, words = (plain) => plain }: LinkedTextProps) {
  return inlineParts(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name, and keep their order.
    <Fragment key={at}>
      <Part part={part}>{words(part.text)}</Part>
    </Fragment>
  ))
}

function Part({ part, children }: { part: InlinePart; children: ReactNode }) {
  const { links } = useSite()
  if (part.kind === 'text') return children
  if (part.kind === 'code') return <code className="font-bold text-ink">{children}</code>
  if (part.to !== 'discord') {
    return (
      <Link to={part.to} className={linkClass}>
        {children}
      </Link>
    )
  }
  return (
    <a href={links.discord} target="_blank" rel="noopener noreferrer" className={linkClass}>
      {children}
    </a>
  )
}
