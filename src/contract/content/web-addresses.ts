/** Of the web platform, which Node and browsers share: the contract knows no other name of theirs. */
declare const URL: {
  canParse(text: string): boolean
  new (
    text: string,
  ): {
    readonly protocol: string
    readonly username: string
    readonly password: string
    readonly href: string
  }
}

/** A piece of text; `href` where the piece is a web address. */
interface TextPiece {
  readonly text: string
  readonly href?: string
}

// Up to the next space or invisible character: marks of direction could make an address look like another one.
const candidate = /\bhttps?:\/\/[^\s\p{C}\p{Z}<>"'`]+/giu
// Latin letters, digits and hyphens only: other scripts have letters that look the same.
const host = /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z](?::\d{1,5})?(?=[/?#]|$)/i
const sentenceEnd = /[.,;:!?…*_~]$/u
const maxChars = 2_048

const count = (text: string, char: string) => text.split(char).length - 1

/** Cuts off what belongs to the sentence around an address: full stops, and brackets that open before it. */
function withoutSentence(address: string): string {
  for (const [open, close] of ['()', '[]', '{}', '（）'] as const)
    if (address.endsWith(close as string) && count(address, close as string) > count(address, open as string))
      return withoutSentence(address.slice(0, -1))
  return sentenceEnd.test(address) ? withoutSentence(address.slice(0, -1)) : address
}

/** Returns the address to link to, or undefined for what must stay text. */
function hrefOf(address: string): string | undefined {
  if (!host.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined
}

/** Splits text that somebody wrote into plain pieces and web addresses; joined, the pieces are the text. */
export function webAddresses(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(candidate)) {
    if (found.length > maxChars) continue
    const address = withoutSentence(found)
    const href = hrefOf(address)
    if (href === undefined) continue
    if (index > from) pieces.push({ text: text.slice(from, index) })
    pieces.push({ text: address, href })
    from = index + address.length
  }
  if (from < text.length) pieces.push({ text: text.slice(from) })
  return pieces
}
