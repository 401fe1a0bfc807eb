import { type Messages, setupI18n } from '@lingui/core'
import type { CatalogueMessages, Message, Text } from '../../../contract/languages.ts'
import { ownValue } from '../../../contract/own-value.ts'

/** Says a text in one language. */
export type Say = (text: Text) => string

/** Made for each request and mail: it knows one language, and nobody can give it another. */
export function sayIn(tag: string, messages: CatalogueMessages = {}): Say {
  const i18n = setupI18n({ locale: tag, messages: { [tag]: messages as Messages } })
  const say: Say = (text) =>
    typeof text === 'string'
      ? text
      : i18n._({ ...text, values: saidValues(text.values, say, tag) } as Required<Message>)
  return say
}

/** Renders values too: texts, and days by the calendar of the language. */
const saidValues = (values: Message['values'] = {}, say: Say, tag: string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, saidValue(value, say, tag)]))

/** What people wrote, in the language of the site and in others. A value of a text, which is said with it. */
export interface WrittenWords {
  readonly written: string
  readonly byLanguage: Readonly<Record<string, string>>
}

export const isWrittenWords = (value: unknown): value is WrittenWords =>
  typeof value === 'object' && value !== null && 'byLanguage' in value

function saidValue(value: unknown, say: Say, tag: string): unknown {
  if (value instanceof Date) return dayIn(tag).format(value)
  if (isWrittenWords(value)) return asWritten(ownValue(value.byLanguage, tag) ?? value.written)
  if (typeof value === 'object' && value !== null && 'id' in value) return asWritten(say(value as Message))
  return typeof value === 'string' ? asWritten(value) : value
}

/** Lingui reads escapes (`\u0041`) in what it has put values into. */
const asWritten = (value: string) => value.replace(/\\(?=[ux])/g, '\\x5c')

/** `2026-05-03 12:00 UTC`, since the server does not know the time zone of who reads it. */
export const utcMinute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const days = new Map<string, Intl.DateTimeFormat>()

/** `3 May 2026`. Made once per language, because that is costly. */
function dayIn(tag: string): Intl.DateTimeFormat {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  const known = days.get(tag) ?? new Intl.DateTimeFormat(tag === 'en' ? 'en-GB' : tag, form)
  days.set(tag, known)
  return known
}

/** For logs, and for recipients without a known language. */
export const sayInEnglish = sayIn('en')
