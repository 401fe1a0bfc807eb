import { join } from 'node:path'
import type * as z from 'zod/mini'
import {
  AnnouncementContent,
  EventsContent,
  FaqContent,
  GuidelinesContent,
  LinksContent,
  PracticeModesContent,
  RulesContent,
} from '../../../contract/content/content-schemas.ts'
import { FairPlayContent } from '../../../contract/content/fair-play-schemas.ts'
import type { LookChoice } from '../../../contract/content/look.ts'
import type { OwnPage } from '../../../contract/content/own-pages-schemas.ts'
import { RankedContent } from '../../../contract/content/ranked-schemas.ts'
import { ReasonsContent } from '../../../contract/content/reasons-schemas.ts'
import {
  type FixedScope,
  type PageScope,
  settingScopes,
  type WordPage,
  wordPages,
} from '../../../contract/content/settings.ts'
import { type ShopContent, ShopFile, shopOf } from '../../../contract/content/shop-schemas.ts'
import { PagesContent } from '../../../contract/content/words-schemas.ts'
import type { Config } from '../../config.ts'
import { defaultFairPlay, defaultRanked, defaultReasons, defaultWords } from './default-words.ts'
import { lookOf } from './look.ts'
import {
  type MarkdownPages,
  type MarkdownTexts,
  markdownFiles,
  markdownIn,
  markdownOf,
  readMarkdownTexts,
} from './markdown-pages.ts'
import { type Navigation, navigationOf } from './navigation/navigation.ts'
import { ownPagesOf } from './own-pages/own-pages.ts'
import {
  ContentError,
  type ContentProblem,
  formatProblem,
  formatTranslationProblem,
  formatUnrenderedProblem,
} from './problem.ts'
import { readContentFile } from './read-content-file.ts'
import type { SavedSettings, SettingState } from './settings/state.ts'
import { isShippedFile } from './shipped-files.ts'
import {
  type Folders,
  inWords,
  noteWords,
  originalsOf,
  readTranslations,
  sayStored,
  type TranslatedFile,
  type TranslationTexts,
  translatedFiles,
  type Words,
  withWordsOf,
} from './translations.ts'
import { checkYaml, type Placeholders, rawYaml } from './yaml-file.ts'

/** Schemas by file name without `.yaml`. */
const schemas = {
  links: LinksContent,
  announcement: AnnouncementContent,
  rules: RulesContent,
  faq: FaqContent,
  shop: ShopFile,
  guidelines: GuidelinesContent,
  'practice-modes': PracticeModesContent,
  events: EventsContent,
  pages: PagesContent,
  ranked: RankedContent,
  'fair-play': FairPlayContent,
  reasons: ReasonsContent,
} as const

type ContentName = keyof typeof schemas
type Files = { readonly [N in ContentName]: z.infer<(typeof schemas)[N]> }

type ContentScope = Exclude<FixedScope, 'identity' | 'languages'>

export type Content = Omit<Files, 'shop'> & {
  readonly shop: ShopContent
  readonly markdown: MarkdownPages
  readonly look: LookChoice
  /** Pages of the network's own by slug, drafts too. */
  readonly ownPages: ReadonlyMap<string, OwnPage>
  readonly navigation: Navigation
  /** The same in other words, by language; absent where nobody translated any. */
  readonly inLanguages: ReadonlyMap<string, Content>
  /**
   * A word of a file that was stored, in whatever language, as it is said in this one. Another text stays. `path` is that
   * of the word without positions in lists: `ranked.tiers.name`.
   */
  say(path: string, text: string): string
  /** Why files of languages are not in use. */
  readonly translationProblems: readonly ContentProblem[]
  /** Texts that are shown as they are written, because rendering them would take too long. */
  readonly unrendered: readonly ContentProblem[]
  readonly settings: Readonly<Record<ContentScope, SettingState> & Partial<Record<PageScope, SettingState>>>
}

/** A reason that a player reads. What staff chose from the templates is said in the player's language. */
export const reasonIn = ({ say }: Pick<Content, 'say'>, reason: string): string =>
  say('reasons.reasons.text', reason)

/** Why a setting cannot be saved as it is in `content`. */
export const problemIn = ({ settings, unrendered }: Content, scope: ContentScope | PageScope) =>
  settings[scope]?.problem ?? unrendered.find(({ file }) => file === scope)

/** Defaults of absent keys, by file. Such a file may be missing, because folders of older releases do not have it. */
const defaults: { readonly [N in ContentName]?: unknown } = {
  pages: defaultWords,
  ranked: defaultRanked,
  'fair-play': defaultFairPlay,
  reasons: defaultReasons,
}

export const yamlFiles = Object.keys(schemas).map((name) => `${name}.yaml`)

export const contentFiles = [...yamlFiles, ...markdownFiles]

type Identity = Pick<Config, 'siteName' | 'siteShortName' | 'gameHost' | 'gamePort' | 'retentionDays'>

const placeholdersOf = (config: Identity): Placeholders => ({
  site: config.siteName,
  short: config.siteShortName,
  host: config.gameHost,
  port: String(config.gamePort),
})

/** How long something stays, for the privacy policy. */
const keptFor = (days: number | undefined) =>
  days === undefined ? 'until the team deletes them' : `for ${days} ${days === 1 ? 'day' : 'days'}`

const markdownPlaceholders = (config: Identity): Placeholders => ({
  ...placeholdersOf(config),
  keepMessages: keptFor(config.retentionDays.contact),
  keepApplications: keptFor(config.retentionDays.applications),
  keepReports: keptFor(config.retentionDays.reports),
})

/** The text of each file; what the folder lacks and has defaults is absent. */
export interface ContentTexts {
  readonly yaml: Readonly<Record<string, string>>
  readonly markdown: MarkdownTexts
  readonly translations: TranslationTexts
}

/** @throws {ContentError} with every file that cannot be read */
export async function readTexts(config: Folders): Promise<ContentTexts> {
  const yaml: Record<string, string> = {}
  const problems: ContentProblem[] = []
  for (const name of Object.keys(schemas) as ContentName[]) {
    const file = join(config.contentDir, `${name}.yaml`)
    const read = await readContentFile(file, { mayBeAbsent: name in defaults })
    if (typeof read === 'string') yaml[name] = read
    else problems.push(read)
  }
  const { texts: markdown, problems: ofMarkdown } = await readMarkdownTexts(config)
  if (problems.length > 0 || ofMarkdown.length > 0) throw new ContentError([...problems, ...ofMarkdown])
  return { yaml, markdown, translations: await readTranslations(config) }
}

/** Settings of a file: the whole of it, or one per key. */
const scopesOf = (name: ContentName): readonly { scope: ContentScope; key?: WordPage }[] =>
  name === 'pages'
    ? (Object.keys(wordPages) as WordPage[]).map((key) => ({ scope: `words.${key}` as const, key }))
    : settingScopes.filter((scope) => scope === name).map((scope) => ({ scope: scope as ContentScope }))

/** Words and whole pages of each language, and why files are not in use. */
export interface Translations {
  readonly words: ReadonlyMap<string, Words>
  readonly markdown: ReadonlyMap<string, Partial<MarkdownPages>>
  readonly problems: readonly ContentProblem[]
}

/** Checks the files of languages. One that is not valid is left out, and named. */
export function translationsOf(
  config: Identity,
  { files, pages, problems: unreadable }: TranslationTexts,
): Translations {
  const placeholders = placeholdersOf(config)
  const words = new Map<string, Map<string, string>>()
  const markdown = new Map<string, Partial<MarkdownPages>>()
  const problems = [...unreadable]
  for (const { tag, name, file, text, source } of files) {
    const schema = schemas[name]
    const own = { file, text: source, schema, placeholders, defaults: defaults[name] }
    const translated = checkYaml<unknown>(own)
    // That file is named where it is read for itself.
    if ('problems' in translated) continue
    const checked = checkYaml<unknown>({
      file,
      text,
      schema,
      placeholders,
      complete: (written, report) => withWordsOf(translated.value, written, report),
    })
    if ('problems' in checked) {
      problems.push(...checked.problems)
      continue
    }
    const known = words.get(tag) ?? new Map<string, string>()
    noteWords(known, translated.value, checked.value, [name])
    words.set(tag, known)
  }
  for (const page of pages) {
    const made = markdownIn(page, placeholders)
    if ('problems' in made) problems.push(...made.problems)
    else markdown.set(page.tag, { ...markdown.get(page.tag), [page.page]: made.value })
  }
  return { words, markdown, problems }
}

interface FileToCheck {
  readonly name: ContentName
  readonly file: string
  readonly text: string
  readonly placeholders: Placeholders
  readonly saved: SavedSettings
}

type CheckedFile =
  | { readonly value: unknown; readonly settings: Partial<Record<ContentScope, SettingState>> }
  | { readonly problems: readonly ContentProblem[] }

/** Each file as it was checked last: a save changes one of them. */
const lastChecked = new Map<ContentName, { readonly key: string; readonly checked: CheckedFile }>()

function checkedFile({ saved, ...file }: FileToCheck): CheckedFile {
  const own = new Map(scopesOf(file.name).map(({ scope }) => [scope, saved.get(scope)]))
  const key = JSON.stringify([file, [...own]])
  const last = lastChecked.get(file.name)
  if (last?.key === key) return last.checked
  const checked = checkFile({ saved: own, ...file })
  lastChecked.set(file.name, { key, checked })
  return checked
}

/** A file, with what was saved in the browser in the place of what the operator did not change. */
function checkFile({ name, file, text, placeholders, saved }: FileToCheck): CheckedFile {
  const schema = schemas[name]
  const settings: Partial<Record<ContentScope, SettingState>> = {}
  const checked = checkYaml<unknown>({ file, text, schema, placeholders, defaults: defaults[name] })
  if ('problems' in checked) return checked
  let { value: inUse } = checked
  const isChanged = text !== '' && !isShippedFile(`${name}.yaml`, text)
  const written = rawYaml(text, defaults[name])
  for (const { scope, key } of scopesOf(name)) {
    const shape = key === undefined ? schema : PagesContent.shape[key]
    const value = key === undefined ? written : (written as PagesContent)[key]
    const own = isChanged ? undefined : saved.get(scope)
    const now =
      own == null
        ? undefined
        : checkYaml<unknown>({
            file: scope,
            text: JSON.stringify(own),
            schema: shape,
            placeholders,
            ...(key !== undefined && { defaults: defaultWords[key] }),
          })
    if (now !== undefined && 'value' in now)
      inUse = key === undefined ? now.value : { ...(inUse as object), [key]: now.value }
    settings[scope] = {
      shape,
      ...(now !== undefined && 'value' in now
        ? { value: own, isSaved: true }
        : { value, isSaved: false, ...(now !== undefined && { problem: now.problems[0] }) }),
      ...(isChanged && { lockedBy: file }),
    }
  }
  return { value: inUse, settings }
}

/** A file in the words of a language, once for each version of both. */
const saidFiles = new WeakMap<Words, WeakMap<object, unknown>>()

function fileInWords(words: Words, value: object, name: TranslatedFile): unknown {
  const known = saidFiles.get(words) ?? new WeakMap<object, unknown>()
  saidFiles.set(words, known)
  const said = known.get(value) ?? inWords(words, value, [name])
  known.set(value, said)
  return said
}

/** Of a language that has whole pages only. */
const noWords: Words = new Map()

/**
 * Checks the texts, and puts what was saved in the browser in the place of files that the operator did not change. What
 * was saved and is not valid any more is left out and named.
 * @throws {ContentError} with every problem of every file
 */
export function contentOf(
  config: Identity & Pick<Config, 'contentDir' | 'languages'>,
  texts: ContentTexts,
  saved: SavedSettings = new Map(),
  translations: Translations = translationsOf(config, texts.translations),
): Content {
  const files: Record<string, unknown> = {}
  const settings: Partial<Record<ContentScope, SettingState>> = {}
  const problems: ContentProblem[] = []
  const placeholders = placeholdersOf(config)
  for (const name of Object.keys(schemas) as ContentName[]) {
    const file = join(config.contentDir, `${name}.yaml`)
    const checked = checkedFile({ name, file, text: texts.yaml[name] ?? '', placeholders, saved })
    if ('problems' in checked) {
      problems.push(...checked.problems)
      continue
    }
    files[name] = checked.value
    Object.assign(settings, checked.settings)
  }
  const markdown = markdownOf(config, texts.markdown, markdownPlaceholders(config), saved)
  problems.push(...markdown.problems)
  if (problems.length > 0) throw new ContentError(problems)
  const read = files as unknown as Files
  const own = ownPagesOf(saved, placeholders)
  const { navigation, state } = navigationOf(saved, placeholders, own.pages)
  const { look, state: lookState } = lookOf(saved.get('look'))
  const originals = originalsOf(translations.words.values())
  const inLanguages = new Map<string, Content>()
  const content: Content = {
    ...read,
    inLanguages,
    say: sayStored(new Map(), originals),
    translationProblems: translations.problems,
    unrendered: [...markdown.unrendered, ...own.unrendered],
    ownPages: own.pages,
    navigation,
    shop: shopOf(read.shop),
    markdown: markdown.pages as MarkdownPages,
    look,
    settings: {
      ...settings,
      ...markdown.settings,
      ...own.settings,
      navigation: state,
      look: lookState,
    } as Content['settings'],
  }
  for (const tag of new Set([...translations.words.keys(), ...translations.markdown.keys()])) {
    const words = translations.words.get(tag) ?? noWords
    const said = Object.fromEntries(
      translatedFiles.map((name) => [name, fileInWords(words, read[name], name)]),
    )
    const { shop, ...others } = said as unknown as Pick<Files, TranslatedFile>
    inLanguages.set(tag, {
      ...content,
      ...others,
      say: sayStored(words, originals),
      shop: shopOf(shop),
      markdown: { ...content.markdown, ...translations.markdown.get(tag) },
    })
  }
  return content
}

/** Reads and checks all files. @throws {ContentError} with every problem of every file */
export const readContent = async (config: Identity & Folders): Promise<Content> =>
  contentOf(config, await readTexts(config))

/** Current problems of the files on disk, one per line; empty when they are valid. */
export const contentProblems = (config: Parameters<typeof readContent>[0]): Promise<string[]> =>
  readContent(config).then(
    ({ translationProblems, unrendered }) => [
      ...translationProblems.map(formatTranslationProblem),
      ...unrendered.map(formatUnrenderedProblem),
    ],
    (error: unknown) => {
      if (error instanceof ContentError) return error.problems.map(formatProblem)
      throw error
    },
  )
