import { readFile } from 'node:fs/promises'
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
  markdownOf,
  readMarkdownTexts,
} from './markdown-pages.ts'
import { type Navigation, navigationOf } from './navigation/navigation.ts'
import { ownPagesOf } from './own-pages/own-pages.ts'
import { ContentError, type ContentProblem, formatProblem } from './problem.ts'
import type { SavedSettings, SettingState } from './settings/state.ts'
import { isShippedFile } from './shipped-files.ts'
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

type ContentScope = Exclude<FixedScope, 'identity'>

export type Content = Omit<Files, 'shop'> & {
  readonly shop: ShopContent
  readonly markdown: MarkdownPages
  readonly look: LookChoice
  /** Pages of the network's own by slug, drafts too. */
  readonly ownPages: ReadonlyMap<string, OwnPage>
  readonly navigation: Navigation
  readonly settings: Readonly<Record<ContentScope, SettingState> & Partial<Record<PageScope, SettingState>>>
}

/** Defaults of absent keys, by file. Such a file may be missing, because folders of older releases do not have it. */
const defaults: { readonly [N in ContentName]?: unknown } = {
  pages: defaultWords,
  ranked: defaultRanked,
  'fair-play': defaultFairPlay,
  reasons: defaultReasons,
}

export const yamlFiles = Object.keys(schemas).map((name) => `${name}.yaml`)

export const contentFiles = [...yamlFiles, ...markdownFiles]

const maxBytes = 256 * 1024

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
}

/** @throws {ContentError} with every file that cannot be read */
export async function readTexts(
  config: Pick<Config, 'contentDir' | 'shippedContentDir'>,
): Promise<ContentTexts> {
  const yaml: Record<string, string> = {}
  const problems: ContentProblem[] = []
  for (const name of Object.keys(schemas) as ContentName[]) {
    const file = join(config.contentDir, `${name}.yaml`)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' && name in defaults ? '' : error,
    )
    if (typeof text === 'string' && text.length <= maxBytes) yaml[name] = text
    else {
      const reason =
        typeof text === 'string' ? 'The file is larger than 256 KB: make it shorter.' : whyUnreadable(text)
      problems.push({ file, line: undefined, reason })
    }
  }
  const { texts: markdown, problems: ofMarkdown } = await readMarkdownTexts(config)
  if (problems.length > 0 || ofMarkdown.length > 0) throw new ContentError([...problems, ...ofMarkdown])
  return { yaml, markdown }
}

/** Settings of a file: the whole of it, or one per key. */
const scopesOf = (name: ContentName): readonly { scope: ContentScope; key?: WordPage }[] =>
  name === 'pages'
    ? (Object.keys(wordPages) as WordPage[]).map((key) => ({ scope: `words.${key}` as const, key }))
    : settingScopes.filter((scope) => scope === name).map((scope) => ({ scope: scope as ContentScope }))

/**
 * Checks the texts, and puts what was saved in the browser in the place of files that the operator did not change. What
 * was saved and is not valid any more is left out and named.
 * @throws {ContentError} with every problem of every file
 */
export function contentOf(
  config: Identity & Pick<Config, 'contentDir'>,
  texts: ContentTexts,
  saved: SavedSettings = new Map(),
): Content {
  const files: Record<string, unknown> = {}
  const settings: Partial<Record<ContentScope, SettingState>> = {}
  const problems: ContentProblem[] = []
  const placeholders = placeholdersOf(config)
  for (const name of Object.keys(schemas) as ContentName[]) {
    const file = join(config.contentDir, `${name}.yaml`)
    const text = texts.yaml[name] ?? ''
    const schema = schemas[name]
    const checked = checkYaml<unknown>({ file, text, schema, placeholders, defaults: defaults[name] })
    if ('problems' in checked) {
      problems.push(...checked.problems)
      continue
    }
    files[name] = checked.value
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
        files[name] = key === undefined ? now.value : { ...(files[name] as object), [key]: now.value }
      settings[scope] = {
        shape,
        ...(now !== undefined && 'value' in now
          ? { value: own, isSaved: true }
          : { value, isSaved: false, ...(now !== undefined && { problem: now.problems[0] }) }),
        ...(isChanged && { lockedBy: file }),
      }
    }
  }
  const markdown = markdownOf(config, texts.markdown, markdownPlaceholders(config), saved)
  problems.push(...markdown.problems)
  if (problems.length > 0) throw new ContentError(problems)
  const read = files as unknown as Files
  const own = ownPagesOf(saved, placeholders)
  const { navigation, state } = navigationOf(saved, placeholders, own.pages)
  const { look, state: lookState } = lookOf(saved.get('look'))
  return {
    ...read,
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
}

/** Reads and checks all files. @throws {ContentError} with every problem of every file */
export const readContent = async (
  config: Identity & Pick<Config, 'contentDir' | 'shippedContentDir'>,
): Promise<Content> => contentOf(config, await readTexts(config))

const whyUnreadable = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOENT'
    ? 'The file is missing: copy it from the content folder of the release.'
    : `The file cannot be read (${error.code ?? error.message}): check its owner and rights.`

/** Current problems of the files on disk, one per line; empty when they are valid. */
export const contentProblems = (config: Parameters<typeof readContent>[0]): Promise<string[]> =>
  readContent(config).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ContentError) return error.problems.map(formatProblem)
      throw error
    },
  )
