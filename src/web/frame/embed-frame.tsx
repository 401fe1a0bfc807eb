import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { addressIn } from '../../contract/languages.ts'
import { useSite } from '../platform/site.tsx'

/** The page that a widget is about. */
function pageOf(pathname: string): string {
  const [, , what, id] = pathname.split('/')
  if (what === 'board') return `/leaderboards?gameType=${id}`
  return id === undefined ? `/${what}` : `/${what === 'cup' ? 'cups' : what}/${id}`
}

interface EmbedFrameProps {
  /** Of the overlay that it shows. */
  readonly pathname: string
  readonly children: ReactNode
}

/** A widget in the frame of another site: what an overlay shows, as one card, and where it comes from. */
export function EmbedFrame({ pathname, children }: EmbedFrameProps) {
  const { name, publicUrl, language } = useSite()
  const page = publicUrl + pageOf(pathname)
  return (
    <main>
      {children}
      <a
        href={language?.isInAddress ? addressIn(language.tag, page) : page}
        className="mx-4 mb-3 inline-flex items-center gap-1 text-ink-soft text-xs underline underline-offset-4 hover:text-ink"
      >
        {name}
        <ArrowUpRight aria-hidden className="size-3.5" />
      </a>
    </main>
  )
}
