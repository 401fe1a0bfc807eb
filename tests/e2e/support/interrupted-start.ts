import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { spawnSite, startSite } from './site.ts'

/** Processes that work in a data directory: initdb, PostgreSQL and its workers. */
export const processesIn = (dataDir: string): number[] =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        return pid > 0 && readlinkSync(`/proc/${pid}/cwd`).startsWith(`${dataDir}/`)
      } catch {
        // It has ended meanwhile, or is a zombie.
        return false
      }
    })

const signalAll = (pids: readonly number[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      process.kill(pid, name)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** Lets the database of a data directory run for a part of the time only, until the returned function is called. */
export function slowDatabase(dataDir: string, heldMs: number): () => Promise<void> {
  let over = false
  const slowing = (async () => {
    while (!over) {
      const held = processesIn(dataDir)
      signalAll(held, 'SIGSTOP')
      await pause(heldMs)
      signalAll(held, 'SIGCONT')
      await pause(20)
    }
  })()
  return async () => {
    over = true
    await slowing
  }
}

export interface Interruption {
  readonly signal: 'SIGTERM' | 'SIGHUP' | 'SIGINT'
  /** Milliseconds after the process began. */
  readonly afterMs: number
  /** Milliseconds after the first signal; undefined: it comes once. */
  readonly againAfterMs?: number | undefined
  /** How long the database is held in each round of 20 ms more; 0: never. */
  readonly heldMs: number
}

/** Starts a site on a data directory, interrupts it, and returns what is wrong afterwards. */
export async function interruptStart(dataDir: string, interruption: Interruption): Promise<string[]> {
  const { signal, afterMs, againAfterMs, heldMs } = interruption
  const ports = { PORT: String(await freePort()), GAME_PORT: String(await freePort()) }
  const child = spawnSite({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...ports })
  let said = ''
  let complaint = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk
  })
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk
  })
  const ended = new Promise<[number | null, NodeJS.Signals | null]>((resolve) =>
    child.once('close', (...how) => resolve(how)),
  )
  const faster = heldMs > 0 ? slowDatabase(dataDir, heldMs) : async () => undefined
  await pause(afterMs)
  child.kill(signal)
  if (againAfterMs !== undefined) {
    await pause(againAfterMs)
    child.kill(signal)
  }
  const [code, killedBy] = await ended
  await faster()
  return [
    ...processesIn(dataDir).map((pid) => `left running: ${readFileSync(`/proc/${pid}/cmdline`, 'utf8')}`),
    ...wrongExit(code, killedBy, complaint, interruption),
  ].map((wrong) => `${wrong}\n${said}${complaint}`)
}

/** 0 without a complaint, 1 with one, and the signal itself before the program listens to it. */
function wrongExit(
  code: number | null,
  killedBy: NodeJS.Signals | null,
  complaint: string,
  { signal, againAfterMs }: Interruption,
): string[] {
  if (killedBy === signal || code === 0) return complaint === '' ? [] : [`exit ${code} with a complaint`]
  if (code !== 1) return [`exit ${code ?? killedBy}`]
  const isTrue = /^Asked twice: |^Not everything had ended /m.test(complaint)
  return isTrue && (againAfterMs !== undefined || complaint.startsWith('Not')) ? [] : ['exit 1 for no reason']
}

/** Starts a site on what an interrupted one left, and returns what is wrong with it. */
export async function startAgain(dataDir: string): Promise<string[]> {
  try {
    const site = await startSite({}, dataDir)
    const code = await site.stop()
    return [
      ...(code === 0 ? [] : [`the next one stopped with ${code}\n${site.output()}`]),
      ...processesIn(dataDir).map((pid) => `left running by the next one: ${pid}`),
      ...readdirSync(join(dataDir, 'postgres'))
        .filter((name) => name.endsWith('.tmp'))
        .map((name) => `left over: ${name}`),
    ]
  } catch (error) {
    return [`the next one did not start: ${(error as Error).message}`]
  }
}
