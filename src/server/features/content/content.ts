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
  ShopContent,
} from '../../../contract/content.ts'
import type { Config } from '../../config.ts'
import { ContentError, type ContentProblem, sayProblem } from './problem.ts'
import { checkYaml, type Placeholders } from './yaml-file.ts'

/** Every content file, by its name without `.yaml`. */
const schemas = {
  links: LinksContent,
  announcement: AnnouncementContent,
  rules: RulesContent,
  faq: FaqContent,
  shop: ShopContent,
  guidelines: GuidelinesContent,
  'practice-modes': PracticeModesContent,
  events: EventsContent,
} as const

type ContentName = keyof typeof schemas
export type Content = { readonly [N in ContentName]: z.infer<(typeof schemas)[N]> }

export const contentFiles = Object.keys(schemas).map((name) => `${name}.yaml`)

const mostBytes = 256 * 1024

type Identity = Pick<Config, 'siteName' | 'siteShortName' | 'gameHost' | 'gamePort'>

const placeholdersOf = (config: Identity): Placeholders => ({
  site: config.siteName,
  short: config.siteShortName,
  host: config.gameHost,
  port: String(config.gamePort),
})

/** Reads and checks all files at once. @throws {ContentError} with every problem of every file */
export async function readContent(config: Identity & Pick<Config, 'contentDir'>): Promise<Content> {
  const content: Record<string, unknown> = {}
  const problems: ContentProblem[] = []
  for (const [name, schema] of Object.entries(schemas)) {
    const file = join(config.contentDir, `${name}.yaml`)
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => error)
    if (typeof text !== 'string' || text.length > mostBytes) {
      const reason = typeof text === 'string' ? 'is larger than 256 KB' : whyUnreadable(text)
      problems.push({ file, line: undefined, reason })
      continue
    }
    const checked = checkYaml<unknown>(file, text, schema, placeholdersOf(config))
    if ('problems' in checked) problems.push(...checked.problems)
    else content[name] = checked.value
  }
  if (problems.length > 0) throw new ContentError(problems)
  return content as Content
}

const whyUnreadable = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOENT' ? 'the file is missing' : `cannot be read (${error.code ?? error.message})`

/** What is wrong with the files as they lie on the disk now, a line each; empty when all is well. */
export const contentProblems = (config: Parameters<typeof readContent>[0]): Promise<string[]> =>
  readContent(config).then(
    () => [],
    (error: unknown) => {
      if (error instanceof ContentError) return error.problems.map(sayProblem)
      throw error
    },
  )
