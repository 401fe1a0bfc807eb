import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LogLevel } from '../config.ts'
import { createLogger, type Logger } from '../platform/logger.ts'

/**
 * Where `npm test` keeps every log of its run, to search them at the end for the secrets that the tests used
 * (scripts/lib/log-secrets.mjs). Undefined where somebody runs a few tests: then nothing is kept.
 */
export const logsDir = process.env.TEST_LOGS || undefined
if (logsDir !== undefined) mkdirSync(logsDir, { recursive: true })

/** Written at once: a test process may end at any moment. */
export function keepLog(name: string, text: string | Buffer): void {
  if (logsDir !== undefined) appendFileSync(join(logsDir, name), text)
}

/** A file that a program wrote by itself. */
export function keepLogFile(name: string, path: string): void {
  if (logsDir !== undefined && existsSync(path)) copyFileSync(path, join(logsDir, name))
}

/** What a site's log has at its most talkative while logs are kept; else what the test wants to hear. */
export const keptLevel = <Wanted extends LogLevel>(wanted: Wanted): Wanted | 'trace' =>
  logsDir === undefined ? wanted : 'trace'

/** The log of a site within a test. */
export const testLogger = (level: LogLevel): Logger =>
  logsDir === undefined
    ? createLogger(level)
    : createLogger('trace', { write: (line) => keepLog(`app-${process.pid}.log`, line) })
