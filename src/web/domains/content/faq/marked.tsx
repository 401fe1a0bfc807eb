import { pieces } from './search.ts'

/** Text in which what was searched for stands out. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return pieces(text, words).map((piece, at) =>
    piece.found ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name, and keep their order.
      <mark key={at} className="rounded-sm bg-ember px-0.5 text-ember-ink">
        {piece.text}
      </mark>
    ) : (
      piece.text
    ),
  )
}
