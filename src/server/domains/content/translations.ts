import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { inlineParts } from '../../../contract/content/inline-text.ts'
import { fileScopes, settingFacts, type TranslatedScope } from '../../../contract/content/settings.ts'
import type { TranslationContent } from '../../../contract/content/settings-schemas.ts'
import { placeOf, wordlessKeys } from '../../../contract/content/translated-texts.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { Config } from '../../config.ts'
import { isMarkdownPage, type MarkdownPage, markdownFiles } from './markdown-pages.ts'
import type { ContentProblem } from './problem.ts'
import { readContentFile } from './read-content-file.ts'
import { isShippedFile } from './shipped-files.ts'
import { filledText, isGroup, type Placeholders, type ReportAt } from './yaml-file.ts'

/** Content files that can be translated, without `.yaml`. */
export const translatedFiles = [
  ...fileScopes.filter((scope): scope is TranslatedScope => !settingFacts(scope).isWordless),
  ...(['pages', 'ranked', 'reasons', 'practice-modes'] as const),
]

export type TranslatedFile = (typeof translatedFiles)[number]

const isTranslatedFile = (name: string): name is TranslatedFile =>
  (translatedFiles as readonly string[]).includes(name)

const translatable = [...translatedFiles.map((name) => `${name}.yaml`), ...markdownFiles]

/** A file of a language, and what it translates. */
interface Translation {
  readonly tag: string
  readonly name: TranslatedFile
  readonly file: string
  readonly text: string
  /** Text of the file of the default language, beside the folder of the language. */
  readonly source: string
}

/** A Markdown page in a language. */
interface PageInLanguage {
  readonly tag: string
  readonly page: MarkdownPage
  readonly file: string
  readonly text: string
}

export interface TranslationTexts {
  /** The later one of a language decides. */
  readonly files: readonly Translation[]
  /** As a whole. The later one of a language decides. */
  readonly pages: readonly PageInLanguage[]
  /** Files that are left out. */
  readonly problems: readonly ContentProblem[]
}

export type Folders = Pick<Config, 'contentDir' | 'shippedContentDir' | 'languages'>

/** Names in the folder of a language; none where it is absent. */
export const filesOfLanguage = (
  directory: string,
  tag: string,
  report: (problem: ContentProblem) => void = () => {},
): Promise<string[]> =>
  readdir(join(directory, tag)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR')
      report({
        file: join(directory, tag),
        line: undefined,
        reason: `The folder cannot be read (${error.code}): check its owner and rights.`,
      })
    return []
  })

/**
 * Files of the offered languages: of the release, above them those of the operator. A shipped one translates the words
 * of its release alone, so that nobody reads the translation of a text that the operator changed.
 */
export async function readTranslations({
  contentDir,
  shippedContentDir,
  languages,
}: Folders): Promise<TranslationTexts> {
  const files: Translation[] = []
  const pages: PageInLanguage[] = []
  const problems: ContentProblem[] = []
  const report = (problem: ContentProblem) => void problems.push(problem)
  for (const directory of new Set([shippedContentDir, contentDir]))
    for (const tag of languages)
      for (const found of await filesOfLanguage(directory, tag, report)) {
        const { name, ext } = parse(found)
        if (ext !== '.yaml' && ext !== '.md') continue
        const file = join(directory, tag, found)
        const isPage = ext === '.md' && isMarkdownPage(name)
        if (!isPage && !(ext === '.yaml' && isTranslatedFile(name))) {
          report({
            file,
            line: undefined,
            reason: `A file of a language is one of: ${translatable.join(', ')}.`,
          })
          continue
        }
        const text = await readContentFile(file)
        if (typeof text !== 'string') report(text)
        else if (isPage) pages.push({ tag, page: name, file, text })
        if (typeof text !== 'string' || !isTranslatedFile(name)) continue
        const source = await readContentFile(join(directory, found), { mayBeAbsent: true })
        // A source that cannot be read is named where it is read for itself.
        if (typeof source !== 'string') continue
        const translatesOwn = !isShippedFile(`${tag}/${found}`, text)
        const translatesShipped = directory === shippedContentDir && isShippedFile(found, source)
        if (translatesOwn || translatesShipped) files.push({ tag, name, file, text, source })
      }
  return { files, pages, problems }
}

type Path = readonly PropertyKey[]

/** Where links lead, and the commands. */
const targetsOf = (text: string) =>
  inlineParts(text)
    .flatMap((part) => (part.kind === 'text' ? [] : part.kind === 'link' ? part.to : part.text))
    .sort()
    .join(' ')

/**
 * The value of a file with the words of its translation. Whatever is no word is kept, and so is each word that is not
 * translated. An entry or a text that translates nothing is reported, because it says that the two have parted.
 */
export function withWordsOf(
  value: unknown,
  translation: unknown,
  report: ReportAt,
  path: Path = [],
): unknown {
  if (translation === undefined || translation === null) return value
  const below = (key: PropertyKey, one: unknown, said: unknown) =>
    wordlessKeys.has(key) ? one : withWordsOf(one, said, report, [...path, key])
  const nothing = 'has nothing in the default language that it translates'
  if (Array.isArray(value)) {
    if (!Array.isArray(translation)) report(path, 'must be a list, each entry on its own line with a dash')
    else if (translation.length > value.length) report([...path, value.length], nothing)
    else return value.map((one, at) => below(at, one, translation[at]))
  } else if (isGroup(value)) {
    if (!isGroup(translation)) report(path, 'must have keys')
    else {
      for (const key of Object.keys(translation))
        if (!Object.hasOwn(value, key) && !wordlessKeys.has(key)) report([...path, key], nothing)
      return Object.fromEntries(
        Object.entries(value).map(([key, one]) => [key, below(key, one, ownValue(translation, key))]),
      )
    }
  } else if (typeof value === 'string') {
    if (typeof translation !== 'string') report(path, 'must be text')
    else if (targetsOf(translation) !== targetsOf(value))
      report(path, 'must have the links and commands that the text in the default language has')
    else return translation
  } else if (value === null) report(path, nothing)
  return value
}

/** Words in another language, by where they stand and what they are in the default one. */
export type Words = ReadonlyMap<string, string>

/** By what words are known: their place, and their text in the default language, filled in. */
export const wordKey = (path: Path, text: string) => `${placeOf(path)}\n${text}`

/** What was written in the browser for another language, by where it is and what it translates. */
export const wordsOf = (translation: TranslationContent): Words =>
  new Map(translation.map(({ at, text, said }) => [wordKey([at], text), said]))

/** The words of all languages as the default one has them. */
export function originalsOf(languages: Iterable<Words>): Words {
  const originals = new Map<string, string>()
  for (const words of languages)
    for (const [key, translated] of words) {
      const at = key.indexOf('\n')
      originals.set(`${key.slice(0, at)}\n${translated}`, key.slice(at + 1))
    }
  return originals
}

/** Says words that were stored, in whatever language; `path` as in `ranked.tiers.name`. */
export const sayStored =
  (words: Words, originals: Words) =>
  (path: string, text: string): string => {
    const said = words.get(wordKey([path], text))
    if (said !== undefined) return said
    const original = originals.get(wordKey([path], text)) ?? text
    return words.get(wordKey([path], original)) ?? original
  }

/** Notes each word of `value` that `translated`, of the same form, says otherwise; both as written. */
export function noteWords(
  words: Map<string, string>,
  value: unknown,
  translated: unknown,
  path: Path,
  placeholders: Placeholders,
): void {
  if (typeof value === 'string') {
    const [text, said] = [value, translated as string].map((one) => filledText(one, placeholders))
    // A condition left nothing of one of them.
    if (text && said && text !== said) words.set(wordKey(path, text), said)
  } else if (Array.isArray(value)) {
    for (const [at, one] of value.entries())
      noteWords(words, one, (translated as unknown[])[at], [...path, at], placeholders)
  } else if (isGroup(value)) {
    for (const [key, one] of Object.entries(value))
      noteWords(
        words,
        one,
        ownValue(translated as Record<string, unknown>, key),
        [...path, key],
        placeholders,
      )
  }
}

/** The value in another language. A word that nobody translated, or that was changed since, stays. */
export function inWords<T>(words: Words, value: T, path: Path): T {
  const said = (one: unknown, at: Path): unknown => {
    if (typeof one === 'string') return words.get(wordKey(at, one)) ?? one
    if (Array.isArray(one)) return one.map((entry, n) => said(entry, [...at, n]))
    if (!isGroup(one)) return one
    return Object.fromEntries(Object.entries(one).map(([key, entry]) => [key, said(entry, [...at, key])]))
  }
  return said(value, path) as T
}
