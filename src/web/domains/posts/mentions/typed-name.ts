import { codePoints, maxGamertag } from '../../../../contract/text.ts'

/** A mention that is being typed: where its `@` is, in units of the text, and what follows. */
export interface TypedName {
  readonly at: number
  readonly name: string
}

const beforeName = /[\p{L}\p{N}\p{M}\p{Pc}.+%&=#$^~/\\@-]$/u

/** The mention that the cursor is behind; null where none is typed. `before` is the text up to the cursor. */
export function typedName(before: string): TypedName | null {
  const at = before.lastIndexOf('@')
  const name = before.slice(at + 1)
  if (at < 0 || /^\s|[\r\n]/.test(name) || codePoints(name) > maxGamertag) return null
  return beforeName.test(before.slice(0, at)) ? null : { at, name }
}
