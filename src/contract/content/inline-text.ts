/** A piece of a text in a content file. */
export type InlinePart =
  | { readonly kind: 'text'; readonly text: string }
  /** Something to type, written between backticks. */
  | { readonly kind: 'code'; readonly text: string }
  /** `to` is a path of this site, or `discord` for the invitation. */
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

const marks = /\[([^[\]]+)\]\(([^()\s]*)\)|`([^`]+)`/g

const isTarget = (to: string) => to === 'discord' || /^\/(?![/\\])[^\s\\]{0,200}$/.test(to)

/**
 * Takes a text of a content file apart: `[label](/path)` and `[label](discord)` are links, backticks are something to
 * type, and everything else is text, angle brackets included.
 */
export function inlineParts(text: string): InlinePart[] {
  const parts: InlinePart[] = []
  let at = 0
  const plain = (until: number) => {
    if (until > at) parts.push({ kind: 'text', text: text.slice(at, until) })
  }
  for (const found of text.matchAll(marks)) {
    const [whole, label, to, code] = found
    if (label !== undefined && to !== undefined && !isTarget(to)) continue
    plain(found.index)
    at = found.index + whole.length
    if (code !== undefined) parts.push({ kind: 'code', text: code })
    else if (label !== undefined && to !== undefined) parts.push({ kind: 'link', text: label, to })
  }
  plain(text.length)
  return parts
}

/** The text as it is read, without its marks. */
export const inlinePlain = (text: string) =>
  inlineParts(text)
    .map((part) => part.text)
    .join('')

/** True when every link leads somewhere that a content file may lead to. */
export const hasGoodLinks = (text: string) =>
  [...text.matchAll(/\]\(([^()\s]*)(\)?)/g)].every(([, to, end]) => end === ')' && isTarget(to ?? ''))
