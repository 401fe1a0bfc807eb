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
import { RankedContent } from '../../../contract/content/ranked-schemas.ts'
import { ReasonsContent } from '../../../contract/content/reasons-schemas.ts'
import { type ShopContent, ShopFile, shopOf } from '../../../contract/content/shop-schemas.ts'
import { PagesContent } from '../../../contract/content/words-schemas.ts'
import type { Config } from '../../config.ts'
import { defaultFairPlay, defaultRanked, defaultReasons, defaultWords } from './default-words.ts'
import { type MarkdownPages, markdownFiles, readMarkdownPages } from './markdown-pages.ts'
import { ContentError, type ContentProblem, formatProblem } from './problem.ts'
import { checkYaml, type Placeholders } from './yaml-file.ts'

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
export type Content = Omit<Files, 'shop'> & { readonly shop: ShopContent; readonly markdown: MarkdownPages }

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

/** Reads and checks all files. @throws {ContentError} with every problem of every file */
export async function readContent(
  config: Identity & Pick<Config, 'contentDir' | 'shippedContentDir'>,
): Promise<Content> {
  const files: Record<string, unknown> = {}
  const problems: ContentProblem[] = []
  for (const name of Object.keys(schemas) as ContentName[]) {
    const file = join(config.contentDir, `${name}.yaml`)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' && name in defaults ? '' : error,
    )
    if (typeof text !== 'string' || text.length > maxBytes) {
      const reason =
        typeof text === 'string' ? 'The file is larger than 256 KB: make it shorter.' : whyUnreadable(text)
      problems.push({ file, line: undefined, reason })
      continue
    }
    const checked = checkYaml<unknown>({
      file,
      text,
      schema: schemas[name],
      placeholders: placeholdersOf(config),
      defaults: defaults[name],
    })
    if ('problems' in checked) problems.push(...checked.problems)
    else files[name] = checked.value
  }
  const markdown = await readMarkdownPages(config, markdownPlaceholders(config)).catch((error: unknown) => {
    if (!(error instanceof ContentError)) throw error
    problems.push(...error.problems)
    return undefined
  })
  if (problems.length > 0 || markdown === undefined) throw new ContentError(problems)
  const read = files as unknown as Files
  return { ...read, shop: shopOf(read.shop), markdown }
}

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
