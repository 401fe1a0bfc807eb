import * as z from 'zod/mini'
import { momentText } from './moments-schemas.ts'
import { isVisible } from './text.ts'
import { maxLength, minLength } from './text-schemas.ts'

interface Limits {
  /** Name of the field in error messages, such as `Title`. */
  readonly name: string
  readonly min?: number
  readonly max: number
}

const limited = ({ name, min = 0, max }: Limits, pattern: RegExp, wrong: string) => {
  const tooShort = min === 1 ? `${name} is required` : `${name} must be at least ${min} characters`
  return z.string({ error: `${name} is required` }).check(
    z.normalize('NFC'),
    z.trim(),
    minLength(min, tooShort),
    maxLength(max, `${name} must be ${max} characters or less`),
    z.refine((text) => text === '' || isVisible(text), { error: `${name} is required` }),
    z.regex(pattern, { error: `${name} ${wrong}` }),
  )
}

/** Trimmed single line without control characters and Unicode's line and paragraph separators. */
export const singleLine = (limits: Limits) =>
  limited(limits, /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must be a single line')

/** Trimmed multi-line text. */
export const multiLine = (limits: Limits) =>
  limited(limits, /^[\n\r\t\P{Cc}]*$/u, 'holds characters that are no text')

/** Inclusive range of years in UTC; dates outside are most likely typos. */
const years = { from: 2000, to: 2099 } as const

/** A moment, written in any time zone; UTC is stored. */
export const dateTime = (name: string) => {
  const error = `${name} must be a date with time, like 2026-07-04T18:00:00Z`
  return z.pipe(
    momentText(error),
    z.pipe(
      z.transform((date: Date) => date.toISOString()),
      z.string().check(
        z.refine((text) => Number(text.slice(0, 4)) >= years.from && Number(text.slice(0, 4)) <= years.to, {
          error: `${name} must be between ${years.from} and ${years.to}`,
        }),
      ),
    ),
  )
}
