import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { createContext, startContext } from '../context.ts'
import { fillSampleData, NotEmptyError } from '../demo/fill.ts'
import { sampleServer } from '../demo/game-server.ts'
import { openSettings } from '../domains/content/settings/settings.ts'
import { openContent } from '../domains/content/store.ts'
import { createKey } from '../domains/matches/ledger/queries/keys.ts'
import { seedPracticeModes } from '../domains/network/practice/seed.ts'
import { recordConsoleAudit } from '../platform/audit.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** `demo [--players N] [--matches N]`: creates sample data through the site's own handlers; returns the exit code. */
export async function demoCommand(words: readonly string[], config: Config): Promise<number> {
  const { text } = parseArguments(words, 0, { players: { type: 'string' }, matches: { type: 'string' } })
  const size = {
    players: wholeNumber('players', text('players') ?? '240', 4, 100_000),
    matches: wholeNumber('matches', text('matches') ?? '3000', 1, 1_000_000),
  }
  return withDatabase(config, async (database, url) => {
    const log = createLogger('silent')
    // Rate limits are off, because all sample data is created at once.
    const context = createContext(
      { ...config, rateLimits: false },
      { log, databaseUrl: url, database, visitorCaches: undefined },
    )
    const stopContext = await startContext(context)
    const content = await openContent(config, log)
    const settings = await openSettings(context, content)
    const app = await buildApp({ context, content, settings, web: undefined, isStopping: () => false })
    try {
      const { secret } = await createKey(database.sql, 'Sample world')
      // Practice modes first, as at a first start, because events are about them.
      await seedPracticeModes(database, content.written()['practice-modes'])
      const server = sampleServer(app, { secret, say: (line) => console.error(line) })
      server.client.start()
      try {
        await fillSampleData(app, database, server, size, (progress) => console.error(progress))
      } finally {
        server.client.stop()
      }
      const subject = { type: 'site', id: null } as const
      await recordConsoleAudit(database.sql, { action: 'site.demo', subject, before: null, after: size })
      console.log(`${size.players} players, ${size.matches} matches`)
      return 0
    } catch (error) {
      if (!(error instanceof NotEmptyError)) throw error
      console.error(error.message)
      return 1
    } finally {
      await app.close()
      await content.close()
      await stopContext()
    }
  })
}

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (number >= min && number <= max) return number
  throw new UsageError(`--${name} must be a whole number from ${min} to ${max}`)
}
