import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../../config.ts'
import { isOfDatabaseOutage } from '../database/database-outage.ts'

export type { Logger } from 'pino'

/** Headers and fields that are redacted. */
const secretPaths = [
  'req.headers.cookie',
  'req.headers.authorization',
  'headers.cookie',
  'headers.authorization',
  '*.password',
  '*.currentPassword',
  '*.newPassword',
  '*.token',
  '*.secret',
]

const debugLevel = pino.levels.values.debug!

/** What docs/operations.md names and nothing else: errors of libraries carry connections, statements and addresses. */
function loggedError(error: Error) {
  const { type, message, stack, code } = pino.stdSerializers.err(error)
  return { type, message, stack, code }
}

/**
 * Writes JSON lines to standard output by default; docs/operations.md lists their fields. A request is logged with
 * method, path without query, status and time.
 */
export const createLogger = (level: LogLevel, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretPaths, remove: true },
      serializers: { err: loggedError },
      hooks: {
        // One line per outage of the database, whatever fails because of it; the others are for `debug`.
        logMethod(args, method, level) {
          const isRest = isOfDatabaseOutage((args[0] as { err?: unknown } | undefined)?.err)
          if (isRest && level > debugLevel) this.debug(...args)
          else method.apply(this, args)
        },
      },
    },
    destination,
  )
