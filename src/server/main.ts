import { resolve } from 'node:path'
import { type Config, ConfigError, processConfig } from './config.ts'
import { ContentError } from './domains/content/problem.ts'
import { createLogger } from './platform/logger.ts'
import { terminalLog } from './platform/terminal-log.ts'
import type { RunningSite } from './site.ts'
import { openStore, rootDir, type Store } from './store.ts'
import { loadWebBundle, type WebBundle } from './web-bundle.ts'

const stopWithinMs = 9_500

export interface MainOptions {
  readonly loadWeb?: () => Promise<WebBundle>
  /** A line above every page. */
  readonly notice?: string
  /** Runs once the site answers. */
  readonly onReady?: (site: RunningSite) => Promise<void>
}

/** The process: starts the site, says where it is, and stops it when asked. Failing to start exits with 1. */
export async function main(options: MainOptions = {}): Promise<void> {
  const { loadWeb = () => loadWebBundle(rootDir), notice, onReady } = options
  const begun = Date.now()
  let site: RunningSite | undefined
  let isStopRequested = false
  const end = (site: RunningSite) => {
    const late = setTimeout(() => process.exit(1), stopWithinMs)
    late.unref()
    void site.stop().then(() => process.exit(0))
  }
  const stop = (signal: NodeJS.Signals) => {
    // Asked twice: somebody is impatient.
    if (isStopRequested) process.exit(1)
    isStopRequested = true
    say(`${signal}: stopping`)
    // While it still starts, it is stopped as soon as there is something to stop: its database must not stay behind.
    if (site !== undefined) end(site)
  }
  // A terminal that was closed takes no more lines: that must not end the site before it has stopped cleanly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
  try {
    const config = processConfig()
    const log = process.stdout.isTTY
      ? createLogger(config.logLevel, forPeople)
      : createLogger(config.logLevel)
    // PostgreSQL starts while the rest of the site is loaded, which takes as long.
    const opening = openStore(config, log, 'site')
    const [startSite, web] = await loadRest(loadWeb, opening)
    site = await startSite(config, log, web, { notice, opening })
    if (isStopRequested) return end(site)
    say(`${config.siteName} is ready after ${((Date.now() - begun) / 1000).toFixed(1)} s: ${site.url}`)
    // Sample data brings an Owner of its own.
    if (!site.hasOwner && onReady === undefined) {
      say('There is no Owner yet. Create one in a second terminal, then type a password and press Enter:')
      say(`  ${environmentPrefix(config)}npm run cli -- user create <name> --rank Owner --password-stdin`)
    }
    await onReady?.(site)
  } catch (error) {
    process.stderr.write(`${sentence(error)}\n`)
    process.exit(1)
  }
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
  if (error instanceof ConfigError || error instanceof ContentError) return error.message
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
