/** Length in Unicode code points, the unit of all text limits on both sides. */
export function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/**
 * Letters that nobody sees: Unicode's default ignorables, and blanks, marks and controls of scripts that draw nothing
 * though they are none (U+FFFC: the place of an object that is not there; U+16FE4: a filler; U+13430: how hieroglyphs
 * are joined). The inside of a character class of a pattern with the flag `u`.
 */
export const invisibleLetters = String.raw`\p{DI}\u2800\u{1d159}\ufff9-\ufffc\u{16fe4}\u{13430}-\u{13440}`

const visibleLetter = new RegExp(String.raw`[^\s\p{Cc}\p{Cs}${invisibleLetters}]`, 'u')

/** Whether a reader sees anything of a text: spaces and invisible letters alone are blank. */
export const isVisible = (text: string) => visibleLetter.test(text)

/** Whether a name holds no control or format character: two names that look the same are the same. */
export const hasNoHidden = (name: string) => !/[\p{Cc}\p{Cf}]/u.test(name)

/**
 * A name from the game as the site shows and searches it: in NFC, so that two spellings of one name are the same, unless
 * that would be longer than names are. NFKC would make other names equal. Null for a name that nobody can see.
 */
export function shownGamertag(gamertag: string): string | null {
  if (!isVisible(gamertag)) return null
  const composed = gamertag.normalize('NFC')
  return codePoints(composed) <= maxGamertag ? composed : gamertag
}

/** Code points of a gamertag. */
export const maxGamertag = 64

const twoOfCjk = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}ー]{2}$/u

/** Code points of a text that is searched for. */
export const minSearched = 3

/** Whether a trimmed text is long enough to search for. Chinese, Japanese and Korean names often have two letters. */
export const isSearchable = (text: string) =>
  codePoints(text) >= minSearched || twoOfCjk.test(text.normalize('NFC'))

/** A text as it is searched: without case, accents and width. */
export const foldedText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()

/** A name as it is searched: also without spaces and underscores (sql/platform/folded.sql). */
export const foldedName = (name: string) =>
  foldedText(name).replace(/[ \t\n\r\f\v_]+/g, '') || name.toLowerCase()

/** What people type from a screen: case, spaces, dashes and invisible letters are ignored. */
export const typedCode = (text: string) =>
  text.replace(new RegExp(String.raw`[\s${invisibleLetters}-]`, 'gu'), '').toUpperCase()

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
