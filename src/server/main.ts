import { resolve } from 'node:path'
import { type Config, ConfigError, processConfig } from './config.ts'
import { ContentError } from './domains/content/problem.ts'
import { LeftBehindError } from './platform/database/embedded-postgres/postmaster.ts'
import { createLogger } from './platform/logs/logger.ts'
import { terminalLog } from './platform/logs/terminal-log.ts'
import type { RunningSite } from './site.ts'
import { openStore, rootDir, type Store } from './store.ts'
import { loadWebBundle, type WebBundle } from './web-bundle.ts'

/** Requests get 6 s; the rest is for a slow machine. */
const stopWithinMs = 20_000
/** By then the database has its signal to end at once, and is killed when it does not. */
const endWithinMs = 30_000

/** Why a start ends before the site is ready, though nothing failed. */
class StopRequest extends Error {}

export interface MainOptions {
  readonly loadWeb?: () => Promise<WebBundle>
  /** A line above every page. */
  readonly notice?: string
  /** Runs once the site responds to requests. */
  readonly onReady?: (site: RunningSite) => Promise<void>
}

/**
 * The process: starts the site, says where it is, and stops it when asked, also while it starts. Exits with 0 when all
 * that it began has ended in order, else with 1 and a sentence; a database of its own has ended either way.
 */
export async function main(options: MainOptions = {}): Promise<void> {
  const { loadWeb = () => loadWebBundle(rootDir), notice, onReady } = options
  const begun = Date.now()
  const stop = new AbortController()
  const hurry = new AbortController()
  let opening: Promise<Store> | undefined
  let site: RunningSite | undefined
  let exitCode = 0

  const fail = (error: unknown) => {
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  }
  const end = (site: RunningSite) =>
    void site.stop().then(() => process.exit(hurry.signal.aborted ? 1 : exitCode), fail)
  const endNow = (sentence: string) => {
    if (hurry.signal.aborted) return
    hurry.abort()
    process.stderr.write(`${sentence}\n`)
    setTimeout(
      () => fail(new LeftBehindError('The database did not end: look for its process.')),
      endWithinMs,
    )
    void closeStore(opening).then(() => process.exit(1), fail)
  }
  const requestStop = (reason: string) => {
    if (stop.signal.aborted) return endNow('Asked twice: what is under way is cut.')
    stop.abort(new StopRequest())
    say(`${reason}: stopping`)
    const late = `Not everything had ended after ${stopWithinMs / 1_000} s: the rest is cut.`
    setTimeout(endNow, stopWithinMs, late).unref()
    // A start that is under way notices by itself.
    if (site !== undefined) end(site)
  }
  // A terminal that was closed takes no more lines: that must not end the site before it has stopped cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, requestStop)
  process.on('uncaughtException', (error) => {
    exitCode = 1
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    requestStop('An unexpected error')
  })
  try {
    const config = processConfig()
    const log = process.stdout.isTTY
      ? createLogger(config.logLevel, forPeople)
      : createLogger(config.logLevel)
    // PostgreSQL starts while the rest of the site is loaded, which takes as long.
    opening = openStore(config, log, 'site', { stop: stop.signal, hurry: hurry.signal })
    const [startSite, web] = await loadRest(loadWeb, opening)
    site = await startSite(config, log, web, { notice, opening, abort: stop.signal })
    if (stop.signal.aborted) return end(site)
    say(`${config.siteName} is ready after ${((Date.now() - begun) / 1000).toFixed(1)} s: ${site.url}`)
    // Sample data brings an Owner of its own.
    if (site.setupLink !== undefined && onReady === undefined) {
      say('There is no Owner yet. Open this link to make one, within 24 hours:')
      say(`  ${site.setupLink}`)
      say('Or create one in a second terminal, then type a password and press Enter:')
      say(`  ${environmentPrefix(config)}npm run cli -- user create <name> --rank Owner --password-stdin`)
    }
    await onReady?.(site)
  } catch (error) {
    // It exits by itself.
    if (hurry.signal.aborted) return
    if (error instanceof StopRequest) process.exit(exitCode)
    if (site === undefined) fail(error)
    // What runs on the ready site failed: nothing else stops it.
    exitCode = 1
    process.stderr.write(`${sentence(error)}\n`)
    if (!stop.signal.aborted) requestStop('An unexpected error')
  }
}

/** Ends a database of its own, whatever else goes on; a store that is still opened closes what it has begun. */
async function closeStore(opening: Promise<Store> | undefined): Promise<void> {
  const store = await opening?.catch((error: unknown) => {
    if (error instanceof LeftBehindError) throw error
    return undefined
  })
  await store?.close()
}

const forPeople = terminalLog((text) => void process.stdout.write(text))

/** What serves, and what renders. Where they are missing the store is closed: nobody else would. */
async function loadRest(loadWeb: () => Promise<WebBundle>, opening: Promise<Store>) {
  // The caller that waits for it reports the error; it must not be an unhandled rejection.
  opening.catch(() => undefined)
  try {
    const { startSite } = await import('./site.ts')
    return [startSite, await loadWeb()] as const
  } catch (error) {
    await opening.then((store) => store.close())
    throw error
  }
}

/** What a command in another terminal needs to find the same database. */
function environmentPrefix({ databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== undefined) return '(with the same DATABASE_URL) '
  return dataDir === resolve('data') ? '' : `DATA_DIR='${dataDir}' `
}

const say = (line: string) => process.stdout.write(`${line}\n`)

function sentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof ContentError || error instanceof LeftBehindError)
    return error.message
  const { code, message, port, address } = error as NodeJS.ErrnoException & {
    port?: number
    address?: string
  }
  if (code === 'EADDRINUSE') return `Port ${port} on ${address} is taken: stop what uses it, or set PORT.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} needs more rights: set PORT to 1024 or above.`
  if (code === 'EADDRNOTAVAIL') return 'HOST is not an address of this machine.'
  return `The site did not start: ${message}`
}
