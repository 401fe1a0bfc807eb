import { type DestinationStream, type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'

export type { Logger } from 'pino'

/** Request headers and fields that never reach a log line. */
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

/** Leaves out the connection that pg attaches to the error of an idle client: kilobytes, with the statements in its queue. */
function withoutClient(error: Error) {
  const { client: _client, ...rest } = pino.stdSerializers.err(error)
  return rest
}

/** JSON lines on standard output, unless they are wanted elsewhere. Their fields stand in docs/operations.md. A request is logged by method, path without query, status and time. */
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
