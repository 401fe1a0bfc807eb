/** Mentions of a text, and how many people it notifies however often it is edited. */
export const maxMentions = 10

/** Code points of a name from which names are suggested, and suggestions at once. */
export const minTypedName = 2
export const maxSuggestedNames = 8

/** Where a text names somebody, with the `@`. In code points. */
interface Span {
  readonly at: number
  readonly length: number
}

/** Splits a text at its mentions; joined, the pieces are the text. Spans that do not fit the text are left out. */
export function splitAtMentions<M extends Span>(
  text: string,
  mentions: readonly M[],
): readonly { readonly text: string; readonly mention?: M }[] {
  if (mentions.length === 0) return [{ text }]
  const points = [...text]
  const pieces: { text: string; mention?: M }[] = []
  let from = 0
  const take = (end: number) => points.slice(from, end).join('')
  for (const mention of [...mentions].sort((a, b) => a.at - b.at)) {
    if (mention.at < from || points[mention.at] !== '@' || mention.at + mention.length > points.length)
      continue
    if (mention.at > from) pieces.push({ text: take(mention.at) })
    from = mention.at
    pieces.push({ text: take(mention.at + mention.length), mention })
    from += mention.length
  }
  if (from < points.length) pieces.push({ text: take(points.length) })
  return pieces
}
