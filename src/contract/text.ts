/** Length in Unicode code points, the unit of all text limits on both sides. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** True for text without NUL or a lone surrogate, which PostgreSQL and JSON cannot hold. */
export const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The pattern of HTML's `input type=email`, and a dot in the domain. */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/** RFC 5321 limits a path to 254 characters. */
export const isEmail = (text: string) => text.length <= 254 && emailPattern.test(text)

const maxLinkLength = 2048

/** A user's link: http or https, no credentials, at most 2,048 characters (docs/spec/rulings.md, Wire contract). */
export function isUserLink(text: string): boolean {
  if (text.length > maxLinkLength || !/^https?:\/\/[^\s]+$/i.test(text)) return false
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#\\]/, 1)[0] ?? ''
  return authority !== '' && !authority.includes('@') && URL.canParse(text)
}

// The contract is compiled without DOM and Node types, but every runtime has URL.
declare const URL: { canParse(text: string): boolean }
