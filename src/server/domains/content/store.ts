import { AsyncLocalStorage } from 'node:async_hooks'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteSettings } from '../../../contract/content/site.ts'
import { type Config, setLanguages } from '../../config.ts'
import type { Logger } from '../../platform/logger.ts'
import {
  type Content,
  type ContentTexts,
  contentFiles,
  contentOf,
  readTexts,
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
  /** As it is written, in whatever language: what is stored is said in that of its reader (`Content.say`). */
  written(): Content
  /** The settings of every page, with the content as it is now. */
  site(language?: string): SiteSettings
  /** What the content would be with these values. @throws {ContentError} where the files do not fit the identity */
  with(saved: SavedSettings, identity?: Partial<Config>): Content
  /** Puts what was saved in the browser into use. @throws {ContentError} as `with` does */
  use(saved: SavedSettings): void
  /** Reads the words of the languages that are offered from now on, the default first. */
  offer(languages: readonly string[]): Promise<void>
  /** Runs `work`, and all that it calls, with something else than the present content. */
  during<T>(shown: ShownContent, work: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** What a preview shows in the place of the present content. */
export interface ShownContent {
  readonly content?: Content
  readonly identity?: Partial<Config>
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
  let texts = await readTexts(config)
  let saved: SavedSettings = new Map()
  let translations = rememberedTranslations(texts)
  let content = contentOf(config, texts, saved, translations(config))
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
      const newestTranslations = rememberedTranslations(newest)
      content = contentOf(config, newest, saved, newestTranslations(config))
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
    with(values, identity) {
      const shownConfig = { ...config, ...identity }
      return contentOf(shownConfig, texts, values, translations(shownConfig))
    },
    use(values) {
      content = contentOf(config, texts, values, translations(config))
      saved = values
      logUnrendered()
    },
    async offer(languages) {
      if (languages.join() === config.languages.join()) return
      texts = { ...texts, translations: await readTranslations({ ...config, languages }) }
      setLanguages(config, languages)
      translations = rememberedTranslations(texts)
      content = contentOf(config, texts, saved, translations(config))
      logTranslations()
    },
    site(language) {
      const other = shown.getStore()
      const line = other?.notice ?? notice
      return {
        ...siteSettings({ ...config, ...other?.identity }, inLanguage(other?.content ?? content, language)),
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

/** Files of languages are read again for another name of the site alone: parsing them takes longest. */
function rememberedTranslations(texts: ContentTexts): (config: Config) => Translations {
  let last: { readonly identity: string; readonly made: Translations } | undefined
  return (config) => {
    const { siteName, siteShortName, gameHost, gamePort } = config
    const identity = JSON.stringify([siteName, siteShortName, gameHost, gamePort])
    if (last?.identity !== identity) last = { identity, made: translationsOf(config, texts.translations) }
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
