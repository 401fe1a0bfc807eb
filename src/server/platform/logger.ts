import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'

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

/** Omits the connection that pg attaches to errors of idle clients: kilobytes, including queued statements. */
function withoutClient(error: Error) {
  const { client: _client, ...rest } = pino.stdSerializers.err(error)
  return rest
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
      serializers: { err: withoutClient },
    },
    destination,
  )
