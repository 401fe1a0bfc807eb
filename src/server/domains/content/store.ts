import { AsyncLocalStorage } from 'node:async_hooks'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteSettings } from '../../../contract/content/site.ts'
import type { Config } from '../../config.ts'
import type { Logger } from '../../platform/logger.ts'
import { type Content, contentFiles, contentOf, readTexts } from './content.ts'
import { ContentError, formatProblem } from './problem.ts'
import type { SavedSettings } from './settings/state.ts'
import { siteSettings } from './site-settings.ts'

/** Polling interval; change notifications do not work with every mount and editor. */
const lookEveryMs = 1_000

/** The newest valid content. */
export interface ContentStore {
  current(): Content
  /** The settings of every page, with the content as it is now. */
  site(): SiteSettings
  /** What the content would be with these values. @throws {ContentError} where the files do not fit the identity */
  with(saved: SavedSettings, identity?: Partial<Config>): Content
  /** Puts what was saved in the browser into use. @throws {ContentError} as `with` does */
  use(saved: SavedSettings): void
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
  log: Pick<Logger, 'info' | 'error'>,
  { everyMs = lookEveryMs, notice }: ContentOptions = {},
): Promise<ContentStore> {
  let texts = await readTexts(config)
  let saved: SavedSettings = new Map()
  let content = contentOf(config, texts)
  let read = await signature(config.contentDir)
  let seen = read
  let round: Promise<void> | undefined
  const shown = new AsyncLocalStorage<ShownContent>()

  const look = async () => {
    const now = await signature(config.contentDir)
    // Waits until two polls agree, because the file may still be written.
    const settled = now === seen
    seen = now
    if (!settled || now === read) return
    read = now
    try {
      const newest = await readTexts(config)
      content = contentOf(config, newest, saved)
      texts = newest
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
    current: () => shown.getStore()?.content ?? content,
    with: (values, identity) => contentOf({ ...config, ...identity }, texts, values),
    use(values) {
      content = contentOf(config, texts, values)
      saved = values
    },
    site() {
      const other = shown.getStore()
      const line = other?.notice ?? notice
      return {
        ...siteSettings({ ...config, ...other?.identity }, other?.content ?? content),
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

/** Changes with a file's time, size or existence. */
async function signature(directory: string): Promise<string> {
  const parts = contentFiles.map(async (name) => {
    const found = await stat(join(directory, name)).catch((error: NodeJS.ErrnoException) => error)
    return found instanceof Error ? found.code : `${found.mtimeMs}/${found.size}/${found.ino}`
  })
  return (await Promise.all(parts)).join(' ')
}
