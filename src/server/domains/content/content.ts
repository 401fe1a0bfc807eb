import { join } from 'node:path'
import type * as z from 'zod/mini'
import { EventsContent, PracticeModesContent } from '../../../contract/content/content-schemas.ts'
import { FairPlayContent } from '../../../contract/content/fair-play-schemas.ts'
import { type LookChoice, shippedLook } from '../../../contract/content/look.ts'
import { shippedFooter, shippedHeader, siteParts } from '../../../contract/content/navigation.ts'
import type { OwnPage } from '../../../contract/content/own-pages-schemas.ts'
import { RankedContent } from '../../../contract/content/ranked-schemas.ts'
import { ReasonsContent } from '../../../contract/content/reasons-schemas.ts'
import {
  type FileScope,
  type FixedScope,
  fileScopes,
  type PageScope,
  type SettingScope,
  translatedBy,
  type WordsScope,
} from '../../../contract/content/settings.ts'
import { settingValues, TranslationContent } from '../../../contract/content/settings-schemas.ts'
import { type ShopContent, type ShopFile, shopOf } from '../../../contract/content/shop-schemas.ts'
import { PagesContent } from '../../../contract/content/words-schemas.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { Config, IdentityConfig } from '../../config.ts'
import { defaultFairPlay, defaultRanked, defaultReasons, defaultWords } from './default-words.ts'
import {
  type MarkdownPage,
  type MarkdownPages,
  type MarkdownTexts,
  markdownFiles,
  markdownIn,
  markdownOf,
  readMarkdownTexts,
  shippedLanguage,
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
import { addressSetting } from './settings/address.ts'
import { identitySetting } from './settings/identity.ts'
import { mailSetting, securitySetting } from './settings/mail.ts'
import { languagesSetting } from './settings/offered.ts'
import { type SavedSettings, type SettingState, settingState, writtenSetting } from './settings/state.ts'
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
  wordKey,
  wordsOf,
} from './translations.ts'
import { checkYaml, filledText, type Placeholders, rawYaml } from './yaml-file.ts'

/** Schemas by file name without `.yaml`. */
const schemas = {
  ...(Object.fromEntries(fileScopes.map((scope) => [scope, settingValues[scope]])) as Pick<
    typeof settingValues,
    FileScope
  >),
  'practice-modes': PracticeModesContent,
  events: EventsContent,
  pages: PagesContent,
  ranked: RankedContent,
  'fair-play': FairPlayContent,
  reasons: ReasonsContent,
} as const

type ContentName = keyof typeof schemas
type Files = { readonly [N in ContentName]: z.infer<(typeof schemas)[N]> }

type WordPage = keyof PagesContent

/** Settings that are a YAML file, or a key of one. */
type YamlScope = FileScope | `words.${WordPage}`

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
  readonly identity: IdentityConfig
  /** The offered ones, the default first. */
  readonly languages: readonly string[]
  readonly settings: Readonly<
    Record<FixedScope, SettingState> & Partial<Record<PageScope | WordsScope, SettingState>>
  >
}

/** A reason that a player reads. Reasons chosen from the templates are translated to the player's language. */
export const reasonIn = ({ say }: Pick<Content, 'say'>, reason: string): string =>
  say('reasons.reasons.text', reason)

/** Why a setting cannot be saved as it is in `content`. */
export const problemIn = ({ settings, unrendered }: Content, scope: SettingScope) =>
  ownValue(settings, scope)?.problem ?? unrendered.find(({ file }) => file === scope)

/** Defaults of absent keys, by file. Such a file may be missing, because folders of older releases do not have it. */
const defaults: { readonly [N in ContentName]?: unknown } = {
  pages: defaultWords,
  ranked: defaultRanked,
  'fair-play': defaultFairPlay,
  reasons: defaultReasons,
}

export const yamlFiles = Object.keys(schemas).map((name) => `${name}.yaml`)

export const contentFiles = [...yamlFiles, ...markdownFiles]

type Identity = IdentityConfig & Pick<Config, 'retentionDays'>

const placeholdersOf = (config: Identity): Placeholders => ({
  site: config.siteName,
  short: config.siteShortName,
  host: config.gameHost,
  port: String(config.gamePort),
})

/** What words may ask: `{if: shop.storeUrl}`. docs/content.md lists them. */
function conditionsOf(shop: ShopContent | undefined, { off, lists }: Navigation): Placeholders {
  const links = lists ?? { header: shippedHeader, footer: shippedFooter }
  const conditions = {
    ...Object.fromEntries(siteParts.map((part) => [part, !off.includes(part)])),
    forums: [...links.header, ...links.footer].some(({ to }) => to === '/forums'),
    'shop.storeUrl': shop?.storeUrl != null,
    'shop.passes': shop !== undefined && shop.passes.tiers.length > 0,
  }
  return Object.fromEntries(
    Object.entries(conditions).map(([name, holds]) => [`if: ${name}`, holds ? name : '']),
  )
}

/** What the words of pages may name and ask. `shop`: undefined where its file is not valid. */
export const wordPlaceholders = (
  config: Identity,
  { shop, navigation }: { readonly shop: ShopContent | undefined; readonly navigation: Navigation },
): Placeholders => ({ ...placeholdersOf(config), ...conditionsOf(shop, navigation) })

/** How long something stays, in the languages of the shipped privacy policy. */
const keepWords: Readonly<Record<string, { readonly days: string; readonly always: string }>> = {
  en: { days: 'for', always: 'until the team deletes them' },
  de: { days: 'für', always: 'bis zur Löschung durch das Team' },
  es: { days: 'durante', always: 'hasta su borrado por parte del equipo' },
  fr: { days: 'pendant', always: "jusqu'à leur suppression par l'équipe" },
  'pt-BR': { days: 'por', always: 'até a exclusão pela equipe' },
}

/** How long things stay, filled in on Markdown pages of a language; nothing in one that none ships in. */
function retentionPlaceholders(
  { contact, applications, reports }: Config['retentionDays'],
  tag: string,
): Placeholders {
  const words = ownValue(keepWords, tag)
  if (words === undefined) return {}
  const format = new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: 'day',
    unitDisplay: 'long',
    useGrouping: false,
  })
  const kept = (days: number | undefined) =>
    days === undefined ? words.always : `${words.days} ${format.format(days)}`
  return { keepMessages: kept(contact), keepApplications: kept(applications), keepReports: kept(reports) }
}

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

/** The settings of a file: all of it, or one per key of `pages.yaml`. */
const scopesOf = (name: ContentName): readonly { scope: YamlScope; key?: WordPage }[] =>
  name === 'pages'
    ? (Object.keys(PagesContent.shape) as WordPage[]).map((key) => ({ scope: `words.${key}`, key }))
    : fileScopes.filter((scope) => scope === name).map((scope) => ({ scope }))

/** Words and whole pages of each language, and why files are not in use. */
export interface Translations {
  readonly words: ReadonlyMap<string, Words>
  readonly markdown: ReadonlyMap<string, Partial<MarkdownPages>>
  readonly problems: readonly ContentProblem[]
}

/** Checks the files of languages. One that is not valid is left out, and named. */
export function translationsOf(
  { retentionDays }: Pick<Config, 'retentionDays'>,
  placeholders: Placeholders,
  { files, pages, problems: unreadable }: TranslationTexts,
): Translations {
  const words = new Map<string, Map<string, string>>()
  const markdown = new Map<string, Partial<MarkdownPages>>()
  const problems = [...unreadable]
  for (const { tag, name, file, text, source } of files) {
    const schema = schemas[name]
    const own = { file, text: source, schema, placeholders, defaults: defaults[name] }
    // That file is named where it is read for itself.
    if ('problems' in checkYaml<unknown>(own)) continue
    const original = rawYaml(source, defaults[name])
    let translated: unknown
    const checked = checkYaml<unknown>({
      file,
      text,
      schema,
      placeholders,
      complete: (written, report) => (translated = withWordsOf(original, written, report)),
    })
    if ('problems' in checked) {
      problems.push(...checked.problems)
      continue
    }
    const known = words.get(tag) ?? new Map<string, string>()
    noteWords(known, original, translated, [name], placeholders)
    words.set(tag, known)
  }
  for (const page of pages) {
    const made = markdownIn(page, { ...placeholders, ...retentionPlaceholders(retentionDays, page.tag) })
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
  | { readonly value: unknown; readonly settings: Partial<Record<YamlScope, SettingState>> }
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

/** A file, in which saved settings replace what the operator did not change. */
function checkFile({ name, file, text, placeholders, saved }: FileToCheck): CheckedFile {
  const settings: Partial<Record<YamlScope, SettingState>> = {}
  const checked = checkYaml<unknown>({
    file,
    text,
    schema: schemas[name],
    placeholders,
    defaults: defaults[name],
  })
  if ('problems' in checked) return checked
  let { value: inUse } = checked
  const isChanged = text !== '' && !isShippedFile(`${name}.yaml`, text)
  const lock = { by: 'file', whole: isChanged ? file : undefined } as const
  const written = rawYaml(text, defaults[name])
  for (const { scope, key } of scopesOf(name)) {
    const given = key === undefined ? written : (written as PagesContent)[key]
    const own = key === undefined ? {} : { defaults: defaultWords[key] }
    const how = { given, lock, saved: saved.get(scope), placeholders, ...own }
    const { used, state } = writtenSetting(scope, how)
    if (used !== undefined) inUse = key === undefined ? used : { ...(inUse as object), [key]: used }
    settings[scope] = state
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

/** Pages of a language in place of the others. A shipped one is a translation of what ships, and of nothing else. */
const pagesIn = (pages: MarkdownPages, translated: Partial<MarkdownPages> = {}): MarkdownPages => ({
  ...pages,
  ...Object.fromEntries(
    (Object.entries(translated) as [MarkdownPage, MarkdownPages[MarkdownPage]][]).filter(
      ([page, { isShipped }]) => !isShipped || pages[page].isShipped,
    ),
  ),
})

/** Of a language that has whole pages only. */
const noWords: Words = new Map()

interface SavedWords {
  /** With those of files, by language. */
  readonly words: ReadonlyMap<string, Words>
  /** Settings that are read in no file, as they are written in a language. */
  readonly values: ReadonlyMap<string, ReadonlyMap<SettingScope, unknown>>
  readonly states: ReadonlyMap<string, SettingState>
}

/**
 * Adds to the words of files what was saved in the browser for other languages. What does not fit its setting, such as a
 * title that is too long, is left out, and its state has the problem.
 */
function savedWordsOf(
  saved: SavedSettings,
  ofFiles: ReadonlyMap<string, Words>,
  states: Content['settings'],
  placeholders: Placeholders,
): SavedWords {
  const words = new Map(ofFiles)
  const values = new Map<string, Map<SettingScope, unknown>>()
  const ofWords = new Map<string, SettingState>()
  for (const [scope, value] of saved) {
    const translated = translatedBy(scope)
    const state = translated && states[translated.of]
    if (state === undefined || value == null) continue
    const { of, tag } = translated!
    const [first = '', key] = of.split('.')
    const page = first === 'words' ? (key as WordPage) : undefined
    const { data } = TranslationContent.safeParse(value)
    let problem: ContentProblem | undefined
    const said = inWords(wordsOf(data ?? []), state.value, [])
    const written = withWordsOf(state.value, said, (path, reason) => {
      problem ??= {
        file: scope,
        line: undefined,
        field: path.join('.'),
        reason: `${path.join('.')} ${reason}`,
      }
    })
    problem ??= (
      data === undefined
        ? writtenSetting(scope, { given: [], saved: value, placeholders })
        : writtenSetting(of, {
            given: state.value,
            saved: written,
            placeholders,
            ...(page && { defaults: defaultWords[page] }),
          })
    ).state.problem
    ofWords.set(scope, settingState({ given: [], saved: value, problem }))
    if (problem !== undefined) continue
    if (of === 'navigation' || first === 'page') values.set(tag, new Map(values.get(tag)).set(of, written))
    else {
      const known = new Map(words.get(tag))
      const path = page === undefined ? [of] : ['pages', page]
      noteWords(known, state.value, written, path, placeholders)
      // A word that is the same in both languages, such as a name, also replaces that of a file.
      for (const { at, text, said } of data ?? []) {
        const filled = filledText(text, placeholders)
        if (filledText(said, placeholders) === filled) known.delete(wordKey([...path, at], filled))
      }
      words.set(tag, known)
    }
  }
  return { words, values, states: ofWords }
}

/** Why saved values were left out, by scope. */
export type LeftOut = ReadonlyMap<FixedScope, ContentProblem>

export type Translate = (placeholders: Placeholders) => Translations

/** The configuration that a process starts with, before saved values are applied to it. */
export type StartConfig = Identity &
  Pick<
    Config,
    | 'contentDir'
    | 'languages'
    | 'given'
    | 'publicUrl'
    | 'smtpUrl'
    | 'mailFrom'
    | 'contactTo'
    | 'requireStaffSecondFactor'
  >

/**
 * Checks the texts. Saved settings replace what the operator did not change. A saved value that is no longer valid is
 * left out, and its state has the problem.
 * @param leftOut why the caller left out other saved values
 * @throws {ContentError} with every problem of every file
 */
export function contentOf(
  start: StartConfig,
  texts: ContentTexts,
  saved: SavedSettings = new Map(),
  translate: Translate = (placeholders) => translationsOf(start, placeholders, texts.translations),
  leftOut: LeftOut = new Map(),
): Content {
  const identity = identitySetting(start, saved.get('identity'))
  const languages = languagesSetting(start, saved.get('languages'))
  const config = { ...start, ...identity.used, languages: languages.used }
  const files: Record<string, unknown> = {}
  const settings: Partial<Record<YamlScope, SettingState>> = {}
  const problems: ContentProblem[] = []
  const names = placeholdersOf(config)
  const fileOf = (name: ContentName, placeholders: Placeholders) =>
    checkedFile({
      name,
      file: join(config.contentDir, `${name}.yaml`),
      text: texts.yaml[name] ?? '',
      placeholders,
      saved,
    })
  const own = ownPagesOf(saved, names)
  const { navigation, state } = navigationOf(saved.get('navigation'), names, own.pages)
  // The other words may ask what is in the shop and in the navigation, which ask for nothing.
  const shopFile = fileOf('shop', names)
  const shop = 'value' in shopFile ? shopOf(shopFile.value as ShopFile) : undefined
  const placeholders = wordPlaceholders(config, { shop, navigation })
  const translations = translate(placeholders)
  for (const name of Object.keys(schemas) as ContentName[]) {
    const checked = name === 'shop' ? shopFile : fileOf(name, placeholders)
    if ('problems' in checked) {
      problems.push(...checked.problems)
      continue
    }
    files[name] = checked.value
    Object.assign(settings, checked.settings)
  }
  const markdown = markdownOf(
    config,
    texts.markdown,
    { ...placeholdersOf(config), ...retentionPlaceholders(config.retentionDays, shippedLanguage) },
    saved,
  )
  problems.push(...markdown.problems)
  if (problems.length > 0) throw new ContentError(problems)
  const read = files as unknown as Files
  const look = writtenSetting<LookChoice>('look', {
    given: shippedLook,
    saved: saved.get('look'),
    placeholders: {},
  })
  const states = {
    ...(settings as Record<YamlScope, SettingState>),
    ...markdown.settings,
    ...own.settings,
    identity: identity.state,
    address: addressSetting(start, saved.get('address')).state,
    mail: mailSetting(start, saved.get('mail')).state,
    security: securitySetting(start, saved.get('security')).state,
    languages: languages.state,
    navigation: state,
    look: look.state,
  } satisfies Record<FixedScope, SettingState>
  for (const [scope, problem] of leftOut) states[scope] = { ...states[scope], problem }
  const {
    words: allWords,
    values,
    states: ofWords,
  } = savedWordsOf(saved, translations.words, states, placeholders)
  const originals = originalsOf(allWords.values())
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
    look: look.used ?? shippedLook,
    identity: identity.used,
    languages: languages.used,
    settings: { ...states, ...Object.fromEntries(ofWords) },
  }
  for (const tag of new Set([...allWords.keys(), ...translations.markdown.keys(), ...values.keys()])) {
    const words = allWords.get(tag) ?? noWords
    const written = values.get(tag) ?? new Map<SettingScope, unknown>()
    const ownPages = new Map([...own.pages, ...ownPagesOf(written, names).pages])
    const said = Object.fromEntries(
      translatedFiles.map((name) => [name, fileInWords(words, read[name], name)]),
    )
    const { shop, ...others } = said as unknown as Pick<Files, TranslatedFile>
    inLanguages.set(tag, {
      ...content,
      ...others,
      ownPages,
      navigation: written.has('navigation')
        ? navigationOf(written.get('navigation'), names, ownPages).navigation
        : navigation,
      say: sayStored(words, originals),
      shop: shopOf(shop),
      markdown: pagesIn(content.markdown, translations.markdown.get(tag)),
    })
  }
  return content
}

/** Reads and checks all files. @throws {ContentError} with every problem of every file */
export const readContent = async (config: StartConfig & Folders, saved?: SavedSettings): Promise<Content> =>
  contentOf(config, await readTexts(config), saved)

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
