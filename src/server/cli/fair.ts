import type { Config } from '../config.ts'
import { readContent } from '../domains/content/content.ts'
import { scanSince } from '../domains/moderation/detector/detector.ts'
import { LiveHub } from '../platform/live/live-hub.ts'
import { createLogger } from '../platform/logs/logger.ts'
import { parseArguments, UsageError } from './arguments.ts'
import { withDatabase } from './with-database.ts'

/** `fair scan --since <date>`; returns the exit code. */
export async function fairCommand([verb, ...words]: readonly string[], config: Config): Promise<number> {
  if (verb !== 'scan') throw new UsageError(`There is no command fair ${verb ?? ''}`)
  const since = dayOf(parseArguments(words, 0, { since: { type: 'string' } }).text('since'))
  const { detector } = (await readContent(config))['fair-play']
  return withDatabase(
    config,
    async (database, url) => {
      const live = new LiveHub({ url, database, log: createLogger('silent') })
      const { matches, cases } = await scanSince({ database, live }, detector, since)
      console.log(`matches scanned: ${matches}, cases opened: ${cases}`)
      return 0
    },
    { noStatementTimeout: true },
  )
}

/** The begin of a UTC day such as 2026-01-31. @throws {UsageError} */
function dayOf(text: string | undefined): Date {
  const day = /^\d{4}-\d\d-\d\d$/.test(text ?? '') ? new Date(`${text}T00:00:00Z`) : undefined
  if (day === undefined || Number.isNaN(day.getTime()))
    throw new UsageError('Specify the first day as --since 2026-01-31')
  return day
}
