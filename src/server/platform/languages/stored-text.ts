import type { Message, Text } from '../../../contract/languages.ts'
import { isWrittenWords, sayInEnglish, type WrittenWords } from './say.ts'

/** A stored text of the program: key, values, and the English to fall back on if the key is unknown. */
interface StoredMessage {
  readonly id: string
  readonly english: string
  readonly values: Readonly<Record<string, StoredText | number | { readonly date: string }>>
}

/** What people wrote is a string, and lines are an array. */
type StoredText = string | WrittenWords | StoredMessage | readonly StoredText[]

/** One text, or lines. */
export type Written = Text | readonly Text[]

const isLines = (text: Written): text is readonly Text[] => Array.isArray(text)

/** As the build leaves a message: literal parts, and names of values. */
const literally = (parts: readonly (string | readonly [name: string])[]) => parts as unknown as string

const linesOf = (texts: readonly Text[]): Message => ({
  id: 'lines',
  message: literally(texts.flatMap((_, at) => (at === 0 ? [[`${at}`]] : ['\n', [`${at}`]]))),
  values: { ...texts },
})

/** What people wrote in several languages, as one text for readers of any. */
export const writtenText = (words: WrittenWords): Message => ({
  id: 'written',
  message: literally([['words']]),
  values: { words },
})

/** For the column of text beside it, which rows of before have alone. */
export const englishOf = (text: Written): string => sayInEnglish(isLines(text) ? linesOf(text) : text)

const storedValue = (value: unknown) => {
  if (value instanceof Date) return { date: value.toISOString() }
  return typeof value === 'number' ? value : toStored(value as Text)
}

function toStored(text: Written): StoredText {
  if (typeof text === 'string') return text
  if (isLines(text)) return text.map(toStored)
  const { words } = text.values ?? {}
  if (isWrittenWords(words)) return words
  const values = Object.entries(text.values ?? {}).map(([name, value]) => [name, storedValue(value)])
  return { id: text.id, english: sayInEnglish(text), values: Object.fromEntries(values) }
}

/** As JSON for a column; null where there is nothing but what people wrote, which the column of text says. */
export function saidColumn(texts: Readonly<Record<string, Written | null | undefined>>): string | null {
  const said = Object.entries(texts).filter(([, text]) => typeof text === 'object' && text !== null)
  if (said.length === 0) return null
  return JSON.stringify(Object.fromEntries(said.map(([name, text]) => [name, toStored(text as Written)])))
}

const isStoredLines = (stored: StoredText): stored is readonly StoredText[] => Array.isArray(stored)

const readValue = (value: StoredMessage['values'][string]) => {
  if (typeof value === 'object' && 'date' in value) return new Date(value.date)
  return typeof value === 'number' ? value : fromStored(value)
}

export type Values = Readonly<Record<string, unknown>>

/** The text for a reader of any language. `now`: values that are known only when it is read. */
function fromStored(stored: StoredText, now: Values = {}): Text {
  if (typeof stored === 'string') return stored
  if (isStoredLines(stored)) return linesOf(stored.map((one) => fromStored(one, now)))
  if (isWrittenWords(stored)) return writtenText(stored)
  const { id, english, values } = stored
  const read = Object.entries(values).map(([name, value]) => [name, readValue(value)])
  return { id, message: literally([['english']]), values: { english, ...Object.fromEntries(read), ...now } }
}

/** A text that is not stored, read like one that is. */
export const readWritten = (text: Written, now?: Values): Text => fromStored(toStored(text), now)

/** A column of said texts, by what they are. */
export type Said = Readonly<Record<string, StoredText>>

/** The English of the row where nothing else is stored. */
export const readSaid = (stored: StoredText | undefined, english: string, now?: Values): Text =>
  stored === undefined ? english : fromStored(stored, now)
