import { useLingui } from '@lingui/react/macro'
import { Fragment, useState } from 'react'
import { Link } from 'react-router'
import { webAddresses } from '../../../contract/content/web-addresses.ts'
import { splitAtMentions } from '../../../contract/posts/mentions.ts'
import type { Mention } from '../../../contract/posts/mentions-schemas.ts'
import { fewBlankLines } from '../../ui/form/few-blank-lines.ts'
import { playerPath } from '../../ui/player-path.ts'

/** Lines of a post that a feed shows without being asked. */
const shownLines = 12

interface Piece {
  readonly text: string
  /** The account that the piece names. */
  readonly userId?: number | undefined
}

const noMentions: readonly Mention[] = []

function firstLines(pieces: readonly Piece[], count: number): readonly Piece[] {
  let left = count
  return pieces.flatMap((piece) => {
    if (left === 0) return []
    const lines = piece.text.split('\n')
    const text = lines.slice(0, left).join('\n')
    left = Math.max(0, left - lines.length + 1)
    return [{ ...piece, text }]
  })
}

/** A post's words as they were written; one that is mostly line breaks is folded, so that nobody can bury a feed. */
export function PostContent({
  content,
  mentions = noMentions,
}: {
  content: string
  mentions?: readonly Mention[] | undefined
}) {
  const { t } = useLingui()
  const [unfolded, setUnfolded] = useState(false)
  const pieces = splitAtMentions(content, mentions).map(({ text, mention }) => ({
    text: fewBlankLines(text),
    userId: mention?.userId,
  }))
  const folds = pieces.reduce((lines, { text }) => lines + text.split('\n').length - 1, 1) > shownLines
  return (
    <>
      <p dir="auto" className="mt-3 wrap-anywhere whitespace-pre-wrap leading-relaxed">
        {(folds && !unfolded ? firstLines(pieces, shownLines) : pieces).map(({ text, userId }, at) =>
          userId === undefined ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name, and keep their order.
            <LinkedWords key={at} text={text} />
          ) : (
            <Link
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              key={at}
              to={playerPath(userId)}
              className="font-semibold text-ink underline underline-offset-2"
            >
              <bdi>{text}</bdi>
            </Link>
          ),
        )}
      </p>
      {folds && (
        <button
          type="button"
          aria-expanded={unfolded}
          className="mt-1 min-h-8 font-semibold text-ink text-sm underline underline-offset-4"
          onClick={() => setUnfolded(!unfolded)}
        >
          {unfolded ? t`Show less` : t`Show more`}
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
          className="wrap-anywhere text-ink underline underline-offset-2 hover:text-ember-bright"
        >
          {piece.text}
        </a>
      )}
    </Fragment>
  ))
}
