import { msg } from '@lingui/core/macro'
import * as z from 'zod/mini'
import type { Message } from './languages.ts'
import { momentText } from './moments-schemas.ts'
import { sentence } from './sentences.ts'
import { hasNoHidden, isVisible } from './text.ts'
import { maxLength, minLength } from './text-schemas.ts'

interface Range {
  readonly min: number
  readonly max: number
}

/** What can be wrong with a text. */
interface Errors {
  readonly none: Message
  /** Where more than one character is needed. */
  readonly short?: Message
  readonly long: Message
  readonly wrong: Message
}

type Words = Readonly<Record<string, (range: Range) => Errors>>

/** For names, which distinguish things: these characters are invisible, and some reverse the text around them. */
const hidden = sentence(msg`Must not hold characters that nobody sees`)

/** Names of single lines, whole in each sentence: languages inflect them. */
const lineWords = {
  Note: ({ max }: Range) => ({
    none: msg`Note is required`,
    long: msg`Note must be ${max} characters or less`,
    wrong: msg`Note must be a single line`,
  }),
  Name: ({ max }: Range) => ({
    none: msg`Name is required`,
    long: msg`Name must be ${max} characters or less`,
    wrong: msg`Name must be a single line`,
  }),
  'Alternative text': ({ max }: Range) => ({
    none: msg`Alternative text is required`,
    long: msg`Alternative text must be ${max} characters or less`,
    wrong: msg`Alternative text must be a single line`,
  }),
  Title: ({ min, max }: Range) => ({
    none: msg`Title is required`,
    short: msg`Title must be at least ${min} characters`,
    long: msg`Title must be ${max} characters or less`,
    wrong: msg`Title must be a single line`,
  }),
  Description: ({ max }: Range) => ({
    none: msg`Description is required`,
    long: msg`Description must be ${max} characters or less`,
    wrong: msg`Description must be a single line`,
  }),
  'A reward': ({ max }: Range) => ({
    none: msg`A reward is required`,
    long: msg`A reward must be ${max} characters or less`,
    wrong: msg`A reward must be a single line`,
  }),
  Address: ({ max }: Range) => ({
    none: msg`Address is required`,
    long: msg`Address must be ${max} characters or less`,
    wrong: msg`Address must be a single line`,
  }),
  Summary: ({ max }: Range) => ({
    none: msg`Summary is required`,
    long: msg`Summary must be ${max} characters or less`,
    wrong: msg`Summary must be a single line`,
  }),
} as const satisfies Words

/** Names of texts of several lines. */
const textWords = {
  Answer: ({ max }: Range) => ({
    none: msg`Answer is required`,
    long: msg`Answer must be ${max} characters or less`,
    wrong: msg`Answer holds characters that are no text`,
  }),
  'The reason': ({ min, max }: Range) => ({
    none: msg`The reason is required`,
    short: msg`The reason must be at least ${min} characters`,
    long: msg`The reason must be ${max} characters or less`,
    wrong: msg`The reason holds characters that are no text`,
  }),
  Description: ({ max }: Range) => ({
    none: msg`Description is required`,
    long: msg`Description must be ${max} characters or less`,
    wrong: msg`Description holds characters that are no text`,
  }),
  Reason: ({ min, max }: Range) => ({
    none: msg`Reason is required`,
    short: msg`Reason must be at least ${min} characters`,
    long: msg`Reason must be ${max} characters or less`,
    wrong: msg`Reason holds characters that are no text`,
  }),
  Text: ({ min, max }: Range) => ({
    none: msg`Text is required`,
    short: msg`Text must be at least ${min} characters`,
    long: msg`Text must be ${max} characters or less`,
    wrong: msg`Text holds characters that are no text`,
  }),
  Note: ({ max }: Range) => ({
    none: msg`Note is required`,
    long: msg`Note must be ${max} characters or less`,
    wrong: msg`Note holds characters that are no text`,
  }),
} as const satisfies Words

interface Limits<Names> {
  /** The field's name in the error. */
  readonly name: keyof Names
  readonly min?: number
  readonly max: number
}

function limited({ none, short = none, long, wrong }: Errors, { min, max }: Range, pattern: RegExp) {
  const required = sentence(none)
  return z.string({ error: required }).check(
    z.normalize('NFC'),
    z.trim(),
    minLength(min, min > 1 ? sentence(short) : required),
    maxLength(max, sentence(long)),
    z.refine((text) => text === '' || isVisible(text), { error: required }),
    z.regex(pattern, { error: sentence(wrong) }),
  )
}

/** Trimmed single line without control characters and Unicode's line and paragraph separators. */
export const singleLine = ({ name, min = 0, max }: Limits<typeof lineWords>) =>
  limited(lineWords[name]({ min, max }), { min, max }, /^[^\p{Cc}\p{Zl}\p{Zp}]*$/u)

/** A single line by which something is known: of a rank, a mode, an event. */
export const nameLine = (limits: Limits<Pick<typeof lineWords, 'Name' | 'Title'>>) =>
  singleLine(limits).check(z.refine(hasNoHidden, { error: hidden }))

/** Trimmed multi-line text. */
export const multiLine = ({ name, min = 0, max }: Limits<typeof textWords>) =>
  limited(textWords[name]({ min, max }), { min, max }, /^[\n\r\t\P{Cc}]*$/u)

/** Inclusive range of years in UTC; dates outside are most likely typos. */
const from = 2000
const to = 2099

const momentWords = {
  'The start': {
    wrong: msg`The start must be a date with time, like 2026-07-04T18:00:00Z`,
    outside: msg`The start must be between ${from} and ${to}`,
  },
  'The end': {
    wrong: msg`The end must be a date with time, like 2026-07-04T18:00:00Z`,
    outside: msg`The end must be between ${from} and ${to}`,
  },
  'The time': {
    wrong: msg`The time must be a date with time, like 2026-07-04T18:00:00Z`,
    outside: msg`The time must be between ${from} and ${to}`,
  },
} as const

/** A moment, written in any time zone; UTC is stored. */
export const dateTime = (name: keyof typeof momentWords) => {
  const { wrong, outside } = momentWords[name]
  return z.pipe(
    momentText(sentence(wrong)),
    z.pipe(
      z.transform((date: Date) => date.toISOString()),
      z.string().check(
        z.refine((text) => Number(text.slice(0, 4)) >= from && Number(text.slice(0, 4)) <= to, {
          error: sentence(outside),
        }),
      ),
    ),
  )
}
