import type { FastifyBaseLogger } from 'fastify'
import type { Bindings, Logger } from 'pino'

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
