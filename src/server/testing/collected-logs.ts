import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { LogLevel } from '../config.ts'
import { createLogger, type Logger } from '../platform/logs/logger.ts'

/**
 * Directory of the logs of `npm test`, which are searched at the end for secrets
 * (scripts/lib/log-secrets.mjs). Undefined when only some tests run.
 */
export const logsDir = process.env.TEST_LOGS || undefined
if (logsDir !== undefined) mkdirSync(logsDir, { recursive: true })

/** Written synchronously, because a test process may end at any time. */
export function collectLog(name: string, text: string | Buffer): void {
  if (logsDir !== undefined) appendFileSync(join(logsDir, name), text)
}

/** Adds a log file of another program. */
export function collectLogFile(name: string, path: string): void {
  if (logsDir !== undefined && existsSync(path)) copyFileSync(path, join(logsDir, name))
}

/** The most verbose level while logs are collected; else the level that the test wants. */
export const collectedLevel = <Wanted extends LogLevel>(wanted: Wanted): Wanted | 'trace' =>
  logsDir === undefined ? wanted : 'trace'

/** Logger of a test's site. */
export const testLogger = (level: LogLevel): Logger =>
  logsDir === undefined
    ? createLogger(level)
    : createLogger('trace', { write: (line) => collectLog(`app-${process.pid}.log`, line) })
