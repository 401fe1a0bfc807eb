import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Bindings, Logger } from 'pino'
import { addressOfClient } from './endpoints.ts'

type Line = readonly unknown[]

/** Logger of a request that creates pino's child logger with its first line, because most requests log nothing. */
export class RequestLog implements FastifyBaseLogger {
  #own: Logger | undefined

  constructor(
    private readonly log: Logger,
    private readonly bindings: Bindings,
  ) {}

  get level() {
    return this.log.level
  }

  child(bindings: Bindings) {
    return this.#made().child(bindings)
  }

  trace(...line: Line) {
    this.#write('trace', line)
  }

  debug(...line: Line) {
    this.#write('debug', line)
  }

  info(...line: Line) {
    this.#write('info', line)
  }

  warn(...line: Line) {
    this.#write('warn', line)
  }

  error(...line: Line) {
    this.#write('error', line)
  }

  fatal(...line: Line) {
    this.#write('fatal', line)
  }

  silent() {}

  #write(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', line: Line) {
    if (this.log.isLevelEnabled(level)) this.#made()[level](...(line as [object, string]))
  }

  #made() {
    this.#own ??= this.log.child(this.bindings)
    return this.#own
  }
}

/**
 * One line per request that changes something, is not allowed or fails; other reads are for `debug`, those over a limit
 * too: a flood is not to fill the log. The reason for 503 responses is a line of its own, once per outage.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply
    const isDenied = status === 401 || status === 403
    const isFailure = status >= 500 && status !== 503
    const level = isFailure ? 'warn' : request.method === 'GET' && !isDenied ? 'debug' : 'info'
    request.log[level](
      {
        method: request.method,
        path: loggedPath(request.url),
        status,
        ms: Math.round(reply.elapsedTime),
        user: request.viewer?.id,
        ...(request.refusal !== null && { code: request.refusal, address: addressOfClient(request) }),
      },
      'request',
    )
    done()
  })
}

/** Without the query string, and without the token in the links that end mails. */
const loggedPath = (url: string) => (url.split('?', 1)[0] ?? '').replace(/(\/unsubscribe\/).+/s, '$1***')
