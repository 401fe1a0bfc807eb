import { AsyncLocalStorage } from 'node:async_hooks'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { type Config, changeConfig } from '../../config.ts'
import type { Logger } from '../../platform/logs/logger.ts'
import {
  type Content,
  type ContentTexts,
  contentFiles,
  contentOf,
  type LeftOut,
  readTexts,
  type Translate,
  type Translations,
  translationsOf,
} from './content.ts'
import { ContentError, formatProblem, formatTranslationProblem, formatUnrenderedProblem } from './problem.ts'
import type { SavedSettings } from './settings/state.ts'
import { siteSettings } from './site-settings.ts'
import { filesOfLanguage, readTranslations } from './translations.ts'

/** Polling interval; change notifications do not work with every mount and editor. */
const lookEveryMs = 1_000

/** The newest valid content, in an offered language; without one in the default. */
export interface ContentStore {
  current(language?: string | null): Content
  /** As written, in any language. `Content.say` translates stored words for their reader. */
  written(): Content
  /** The settings of every page, with the content as it is now. */
  site(language?: string): SiteSettings
  /** The content with these saved values. @throws {ContentError} where the files do not fit the identity */
  with(saved: SavedSettings): Content
  /** Puts saved values into use, and their identity into the configuration. @throws {ContentError} as `with` does */
  use(saved: SavedSettings, leftOut?: LeftOut): void
  /** Offers these languages from now on, the default first, and reads their words. */
  offer(languages: readonly string[]): Promise<void>
  /** Runs `work`, and everything it calls, with other content. */
  during<T>(shown: ShownContent, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What a preview shows instead of the content in use. */
interface ShownContent {
  readonly content?: Content
  readonly notice: string
}

interface ContentOptions {
  readonly everyMs?: number
  /** A line above every page. */
  readonly notice?: string | undefined
}

/**
 * Reads the content and reloads changed files. Invalid changes are logged once, and the last valid version stays in
 * use.
 * @throws {ContentError} when the first read finds a problem
 */
export async function openContent(
  config: Config,
  log: Pick<Logger, 'info' | 'warn' | 'error'>,
  { everyMs = lookEveryMs, notice }: ContentOptions = {},
): Promise<ContentStore> {
  const start = { ...config }
  let texts = await readTexts(config)
  let saved: SavedSettings = new Map()
  let leftOut: LeftOut = new Map()
  let translations = rememberedTranslations(config, texts)
  let content = contentOf(start, texts, saved, translations)
  let read = await signature(config)
  let seen = read
  let round: Promise<void> | undefined
  const shown = new AsyncLocalStorage<ShownContent>()
  const inLanguage = (one: Content, asked: string | null | undefined) => {
    const language = config.languages.find((tag) => tag === asked) ?? config.languages[0]
    return one.inLanguages.get(language ?? '') ?? one
  }
  const logTranslations = () => {
    for (const problem of content.translationProblems) log.warn(formatTranslationProblem(problem))
  }
  let unrendered: readonly string[] = []
  /** Once each. */
  const logUnrendered = () => {
    const known = unrendered
    unrendered = content.unrendered.map(formatUnrenderedProblem)
    for (const problem of unrendered) if (!known.includes(problem)) log.warn(problem)
  }
  logTranslations()
  logUnrendered()

  const look = async () => {
    const now = await signature(config)
    // Waits until two polls agree, because the file may still be written.
    const settled = now === seen
    seen = now
    if (!settled || now === read) return
    read = now
    try {
      const newest = await readTexts(config)
      const newestTranslations = rememberedTranslations(config, newest)
      content = contentOf(start, newest, saved, newestTranslations, leftOut)
      texts = newest
      translations = newestTranslations
      logTranslations()
      logUnrendered()
      log.info('the content files have changed and are in use')
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      for (const problem of error.problems)
        log.error(`${formatProblem(problem)} (the last good version stays in use)`)
    }
  }
  const timer = setInterval(() => {
    round ??= look()
      .catch((error: unknown) => log.error({ err: error }, 'the content files could not be checked'))
      .finally(() => {
        round = undefined
      })
  }, everyMs)
  timer.unref()
  return {
    current: (language) => inLanguage(shown.getStore()?.content ?? content, language),
    written: () => content,
    with: (values) => contentOf(start, texts, values, translations),
    use(values, problems = new Map()) {
      content = contentOf(start, texts, values, translations, problems)
      changeConfig(config, content.identity)
      saved = values
      leftOut = problems
      logUnrendered()
    },
    async offer(languages) {
      if (languages.join() === config.languages.join()) return
      texts = { ...texts, translations: await readTranslations({ ...config, languages }) }
      changeConfig(config, { languages })
      translations = rememberedTranslations(config, texts)
      content = contentOf(start, texts, saved, translations, leftOut)
      logTranslations()
    },
    site(language) {
      const other = shown.getStore()
      const line = other?.notice ?? notice
      return {
        ...siteSettings(
          { ...config, ...other?.content?.identity },
          inLanguage(other?.content ?? content, language),
        ),
        ...(line !== undefined && { notice: line }),
      }
    },
    during: (other, work) => shown.run(other, work),
    async close() {
      clearInterval(timer)
      await round
    },
  }
}

/** Parsing the files of languages takes longest, so they are parsed again only for other placeholders. */
function rememberedTranslations(config: Pick<Config, 'retentionDays'>, texts: ContentTexts): Translate {
  let last: { readonly key: string; readonly made: Translations } | undefined
  return (placeholders) => {
    const key = JSON.stringify(placeholders)
    if (last?.key !== key) last = { key, made: translationsOf(config, placeholders, texts.translations) }
    return last.made
  }
}

/** Changes with a file's time, size or existence. */
async function signature({ contentDir, languages }: Config): Promise<string> {
  const files = [...contentFiles]
  for (const tag of languages)
    files.push(...(await filesOfLanguage(contentDir, tag)).map((name) => join(tag, name)))
  const parts = files.map(async (name) => {
    const found = await stat(join(contentDir, name)).catch((error: NodeJS.ErrnoException) => error)
    return found instanceof Error ? found.code : `${name}/${found.mtimeMs}/${found.size}/${found.ino}`
  })
  return (await Promise.all(parts)).join(' ')
}
