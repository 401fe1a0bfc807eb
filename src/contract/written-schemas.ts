import * as z from 'zod/mini'
import { maxLength, minLength } from './text-schemas.ts'

interface Limits {
  /** Name of the field in error messages, such as `Title`. */
  readonly name: string
  readonly least?: number
  readonly most: number
}

// Invisible letters (Unicode's default ignorables) do not count as text.
const isVisible = (text: string) => text === '' || /[^\s\p{DI}]/u.test(text)

const limited = ({ name, least = 0, most }: Limits, pattern: RegExp, wrong: string) => {
  const tooShort = least === 1 ? `${name} is required` : `${name} must be at least ${least} characters`
  return z
    .string({ error: `${name} is required` })
    .check(
      z.trim(),
      minLength(least, tooShort),
      maxLength(most, `${name} must be ${most} characters or less`),
      z.refine(isVisible, { error: `${name} is required` }),
      z.regex(pattern, { error: `${name} ${wrong}` }),
    )
}

/** Trimmed single line without control characters. */
export const singleLine = (limits: Limits) => limited(limits, /^\P{Cc}*$/u, 'must be a single line')

/** Trimmed multi-line text. */
export const multiLine = (limits: Limits) =>
  limited(limits, /^[\n\r\t\P{Cc}]*$/u, 'holds characters that are no text')
