/** A segment of formatted text in a content file. */
export type InlinePart =
  | { readonly kind: 'text'; readonly text: string }
  /** A command to type, written between backticks. */
  | { readonly kind: 'code'; readonly text: string }
  /** `to` is a path of this site, or `discord` for the invite link. */
  | { readonly kind: 'link'; readonly text: string; readonly to: string }

const marks = /\[([^[\]]+)\]\(([^()\s]*)\)|`([^`]+)`/g

const isTarget = (to: string) => to === 'discord' || /^\/(?![/\\])[^\s\\]{0,200}$/.test(to)

/**
 * Parses formatted text: `[label](/path)` and `[label](discord)` are links, backticks mark commands, and everything
 * else is plain text, angle brackets included.
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

/** Returns the text without its markup. */
export const inlinePlain = (text: string) =>
  inlineParts(text)
    .map((part) => part.text)
    .join('')

/** True when every link has a target that content files may use. */
export const hasValidLinks = (text: string) =>
  [...text.matchAll(/\]\(([^()\s]*)(\)?)/g)].every(([, to, end]) => end === ')' && isTarget(to ?? ''))
