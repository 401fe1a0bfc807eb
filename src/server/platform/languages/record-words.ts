import { msg } from '@lingui/core/macro'
import { type RawBuilder, sql } from 'kysely'
import type { Text } from '../../../contract/languages.ts'
import { ownValue } from '../../../contract/own-value.ts'
import { maxWordLanguages, tooManyLanguages } from '../../../contract/record-words-schemas.ts'
import { invalid } from '../http/errors.ts'
import { writtenText } from './stored-text.ts'

// What staff write of a record in other languages is in its column `words`: by tag and name of the text.

export type RecordWords<Texts extends object = Readonly<Record<string, unknown>>> = Readonly<
  Record<string, Texts>
>

/** Whom a record is read for. */
export interface Reader {
  /** BCP 47, one of those that are offered. */
  readonly language: string
  /** What texts are in that nobody translated. */
  readonly written: string
}

const isEmpty = (text: unknown) =>
  typeof text !== 'object' ? text === '' : (text as readonly unknown[]).length === 0

/** The row in the language of its reader; a text that nobody translated stays. `names`: the texts that a reader is shown. */
export function inLanguage<Row extends { readonly words: RecordWords }>(
  row: Row,
  names: readonly (keyof Row & string)[],
  { language, written }: Reader,
): Row & { readonly untranslated?: { language: string; texts: string[] } } {
  const said = ownValue(row.words, language) ?? {}
  const texts =
    language === written ? [] : names.filter((name) => !Object.hasOwn(said, name) && !isEmpty(row[name]))
  return { ...row, ...said, ...(texts.length > 0 && { untranslated: { language: written, texts } }) }
}

/** A text of a record for readers of any language, such as the title of an event in a notification. */
export function textOfRecord<Name extends string>(
  row: { readonly [Key in Name]: string } & { readonly words: RecordWords },
  name: Name,
): Text {
  const written = ownValue(row as object as Readonly<Record<string, unknown>>, name) as string
  const byLanguage = new Map<string, string>()
  for (const [tag, texts] of Object.entries(row.words)) {
    const said = ownValue(texts, name)
    if (typeof said === 'string') byLanguage.set(tag, said)
  }
  return byLanguage.size === 0
    ? written
    : writtenText({ written, byLanguage: Object.fromEntries(byLanguage) })
}

/** The same in a query, for one language. `table`: the name or alias of the record's table. */
export const textInLanguage = (table: string, name: string, language: string): RawBuilder<string> =>
  sql`coalesce(${sql.ref(table)}.words #>> ARRAY[${language}, ${name}]::text[], ${sql.ref(`${table}.${name}`)})`

/**
 * Words with those of a change: a language that it does not name stays, and one without words goes.
 * @throws 400 for a language that is not offered, and for the default one, which has the texts themselves
 */
export function mergeWords<Texts extends object>(
  words: RecordWords<Texts>,
  change: RecordWords<Texts> = {},
  [written, ...others]: readonly string[],
): RecordWords<Texts> {
  for (const tag of Object.keys(change)) {
    const field = `words.${tag.slice(0, 40)}`
    if (tag === written) throw invalid({ [field]: msg`The default language has the texts themselves` })
    if (!others.includes(tag)) throw invalid({ [field]: msg`This language is not offered` })
  }
  const merged = withoutEmpty({ ...words, ...change })
  if (Object.keys(merged).length > maxWordLanguages) throw invalid({ words: tooManyLanguages })
  return merged
}

export const withoutEmpty = <Texts extends object>(words: RecordWords<Texts>): RecordWords<Texts> =>
  Object.fromEntries(Object.entries(words).filter(([, texts]) => Object.keys(texts).length > 0))

/** The column after a change. */
export function changedWords(change: RecordWords<object> = {}): RawBuilder<string> {
  const gone = Object.entries(change).flatMap(([tag, texts]) =>
    Object.keys(texts).length === 0 ? [tag] : [],
  )
  return sql`(words || ${JSON.stringify(change)}::jsonb) - ${gone}::text[]`
}

export const tooManyWords = msg`The texts of all languages are too long together`
