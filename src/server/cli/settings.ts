import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { exportSettings, importSettings } from '../domains/content/settings/files.ts'
import { openContent } from '../domains/content/store.ts'
import { openLanguages } from '../platform/languages/languages.ts'
import { LiveHub } from '../platform/live/live-hub.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { rootDir } from '../store.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

const said = (scopes: readonly string[], nothing: string) =>
  scopes.length === 0 ? nothing : scopes.join(', ')

/** `settings export <dir>` and `settings import <dir>`; returns the exit code. */
export async function settingsCommand([verb, ...words]: readonly string[], config: Config): Promise<number> {
  if (verb !== 'export' && verb !== 'import')
    throw new UsageError(`There is no command settings ${verb ?? ''}`)
  const directory = resolve(parseArguments(words, 1).positionals[0]!)
  return withDatabase(config, async (database, url) => {
    if (verb === 'export') {
      const scopes = await exportSettings(database, directory)
      console.log(`Written to ${directory}: ${said(scopes, 'nothing, every setting is as shipped')}`)
      return 0
    }
    const log = createLogger('silent')
    const content = await openContent(config, log)
    try {
      const live = new LiveHub({ url, database, log })
      const languages = await openLanguages(config, `${rootDir}languages`, log)
      const scopes = await importSettings({ database, live, content, languages }, directory)
      console.log(`Changed: ${said(scopes, 'nothing, every setting is as in the files')}`)
      return 0
    } finally {
      await content.close()
    }
  })
}
