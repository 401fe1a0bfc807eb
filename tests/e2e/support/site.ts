import { execFile, spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { inject } from 'vitest'
import { collectedLevel, collectLog, collectLogFile } from '../../../src/server/testing/collected-logs.ts'
import { noteSettings } from '../../../src/server/testing/noted-secrets.ts'
import { freePort } from './free-port.ts'
import { temporaryDir } from './temporary-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Made by migrated-data.ts. */
    migratedData: string
  }
}

export const rootDir = fileURLToPath(new URL('../../../', import.meta.url))

/** What a test needs of a site to use it. */
export interface RunningSite {
  readonly url: string
  readonly dataDir: string
}

export interface Site extends RunningSite {
  readonly pid: number
  /** Everything the process said so far. */
  readonly output: () => string
  /** Its exit code, once it has ended. */
  readonly ended: Promise<number | null>
  /** Asks it to stop and answers its exit code. */
  stop(): Promise<number | null>
  /** kill -9. */
  kill(): Promise<void>
}

/** Its standard input ends with the process that started it: a test run that is killed leaves no site behind. */
const main = `process.stdin.on('end', () => process.kill(process.pid)).resume().unref()
import(${JSON.stringify(pathToFileURL(join(rootDir, 'build/app/main.js')).href)}).then((site) => site.main())`

/** A data directory as a first start leaves it after the migrations, which take most of that start. */
export async function migratedDataDir(migratedData = inject('migratedData')): Promise<string> {
  const dir = await temporaryDir()
  // Part of it belongs to the unprivileged user that runs PostgreSQL.
  await promisify(execFile)('cp', ['-a', `${migratedData}/.`, dir])
  return dir
}

/** The bounds of memory that the unit and the image set (deploy/). */
const malloc = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

/** The process alone, for those who do not wait until it is ready. */
export function spawnSite(environment: Record<string, string>) {
  noteSettings(environment)
  const child = spawn(process.execPath, ['-e', main], {
    cwd: rootDir,
    env: { ...process.env, ...malloc, NODE_ENV: 'production', ...environment },
    stdio: 'pipe',
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => collectLog(`site-${child.pid}.log`, chunk))
  return child
}

/** The built site as a process of its own, as `npm start` runs it once everything is built. */
export async function startSite(
  environment: Record<string, string> = {},
  dataDir?: string,
  /** Sees the process before it does anything. */
  onSpawn?: (pid: number) => void,
): Promise<Site> {
  const port = Number(environment.PORT ?? (await freePort()))
  const dir = dataDir ?? (await migratedDataDir())
  const child = spawnSite({
    RATE_LIMITS: 'off',
    LOG_LEVEL: collectedLevel('warn'),
    DATA_DIR: dir,
    PORT: String(port),
    GAME_PORT: String(await freePort()),
    STATUS_POLL_MS: '1000',
    ...environment,
  })
  onSpawn?.(child.pid ?? 0)
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  let requests = false
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  const site: Site = {
    url,
    dataDir: dir,
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    // Once: a second signal means impatience, and the site then ends at once.
    stop() {
      if (!requests) child.kill('SIGTERM')
      requests = true
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
  await waitUntilReady(site, ended)
  return site
}

async function waitUntilReady(site: Site, ended: Promise<number | null>): Promise<void> {
  let over = false
  void ended.then(() => {
    over = true
  })
  for (const until = Date.now() + 180_000; Date.now() < until; ) {
    if (over) throw new Error(`the site ended before it was ready:\n${site.output()}`)
    const ready = await fetch(`${site.url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`the site was not ready in time:\n${site.output()}`)
}

/** Stops a site and removes its data. */
export async function endSite(site: Site | undefined): Promise<void> {
  if (site === undefined) return
  await site.stop()
  collectLogFile(`postgres-${site.pid}.log`, join(site.dataDir, 'postgres/postgres.log'))
  await rm(site.dataDir, { recursive: true, force: true })
}
