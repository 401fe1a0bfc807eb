import { Fragment, useState } from 'react'
import { webAddresses } from '../../../contract/content/web-addresses.ts'
import { fewBlankLines } from '../../ui/few-blank-lines.ts'

/** Lines of a post that a feed shows without being asked. */
const shownLines = 12

/** A post's words as they were written; one that is mostly line breaks is folded, so that nobody can bury a feed. */
export function PostContent({ content }: { content: string }) {
  const [unfolded, setUnfolded] = useState(false)
  const text = fewBlankLines(content)
  const lines = text.split('\n')
  const folds = lines.length > shownLines
  return (
    <>
      <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-wrap leading-relaxed">
        <LinkedWords text={folds && !unfolded ? lines.slice(0, shownLines).join('\n') : text} />
      </p>
      {folds && (
        <button
          type="button"
          aria-expanded={unfolded}
          className="mt-1 min-h-8 font-semibold text-ember-bright text-sm underline-offset-4 hover:underline"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? 'Show less' : 'Show more'}
        </button>
      )}
    </>
  )
}

/** The addresses are the author's, so that search engines must not take them for the site's. */
function LinkedWords({ text }: { text: string }) {
  return webAddresses(text).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name, and keep their order.
    <Fragment key={at}>
      {piece.href === undefined ? (
        piece.text
      ) : (
        <a
          href={piece.href}
          target="_blank"
          rel="nofollow ugc noopener"
          className="wrap-anywhere text-ember-bright underline underline-offset-2 hover:text-ink"
        >
          {piece.text}
        </a>
      )}
    </Fragment>
  ))
}
