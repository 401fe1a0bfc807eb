// A game server with an adapter in it, as a separate program in any language. README.md describes the lines.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Most that a program may take for one order of the kit. */
const orderMs = 30_000

export class Game {
  /** What the adapter did in the game, over all its lives: `{ did, … }`. */
  did = []
  /** Lines on its console, over all its lives. */
  lines = []
  #options
  #child
  #closed
  #pending = new Map()
  #order = 0
  #error = ''

  /** @param {{ command: string, url: string, key: string, clockOffsetMs?: number }} options */
  constructor(options) {
    this.#options = options
  }

  /** The directory that outlives the program. */
  directory = ''

  get isAlive() {
    return this.#child !== undefined
  }

  async makeDirectory() {
    if (this.directory === '') this.directory = await mkdtemp(join(tmpdir(), 'adapter-'))
  }

  /** Starts the program and waits until it says that it is ready. Returns false when it was killed before. */
  async start() {
    const { command, url, key, clockOffsetMs = 0 } = this.#options
    if (this.directory === '') await this.makeDirectory()
    this.#error = ''
    const child = spawn(command, {
      shell: true,
      // A process group of its own, so that a kill also ends what a shell started.
      detached: true,
      stdio: 'pipe',
      env: {
        ...process.env,
        SITE_URL: url,
        SITE_KEY: key,
        SPOOL_DIRECTORY: this.directory,
        CLOCK_OFFSET_MS: String(clockOffsetMs),
      },
    })
    this.#child = child
    child.stderr.on('data', (chunk) => {
      this.#error = `${this.#error}${chunk}`.slice(-2_000)
    })
    // A kill closes the pipe while an order may still be written.
    child.stdin.on('error', () => child.stdin.destroy())
    const ready = new Promise((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const said = this.#read(line)
        if (said?.ready) resolve(true)
      })
      this.#closed = once(child, 'close').then(() => {
        this.#child = undefined
        for (const settle of this.#pending.values()) settle(false)
        this.#pending.clear()
        resolve(false)
      })
    })
    return ready
  }

  /** SIGKILL, as a crash of the machine would. */
  async kill() {
    const child = this.#child
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch (error) {
      if (error.code !== 'ESRCH') throw error
    }
    await this.#closed
  }

  async restart() {
    await this.kill()
    await this.start()
  }

  /** Ends it and removes what it stored. */
  async end() {
    await this.kill()
    if (this.directory !== '') await rm(this.directory, { recursive: true, force: true })
    this.directory = ''
  }

  /** Tells the program what happens in the game. Resolves to true once it has done it; to false when it was killed. */
  async order(what, fields = {}) {
    const child = this.#child
    if (child === undefined) return false
    this.#order += 1
    const n = this.#order
    const settled = new Promise((resolve) => {
      this.#pending.set(n, resolve)
    })
    child.stdin.write(`${JSON.stringify({ n, do: what, ...fields })}\n`)
    let timer
    const late = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the adapter did not answer "${what}": ${this.#error}`)),
        orderMs,
      )
    })
    try {
      return await Promise.race([settled, late])
    } finally {
      clearTimeout(timer)
    }
  }

  joined = (player, gamertag, more = {}) => this.order('joined', { player, gamertag, ...more })
  left = (player) => this.order('left', { player })
  match = (match) => this.order('match', { match })
  voidMatch = (matchId, reason) => this.order('void', { matchId, reason })
  link = (player, gamertag) => this.order('link', { player, gamertag })
  unlink = (player) => this.order('unlink', { player })
  punished = (punishment) => this.order('punished', { punishment })
  lifted = (id, reason) => this.order('lifted', { id, reason })
  reported = (report) => this.order('reported', { report })
  queue = (mode, players) => this.order('queue', { mode, players })

  /** The game server's clock shows true time plus this from now on, as when somebody sets it. */
  async setClock(offsetMs) {
    this.#options = { ...this.#options, clockOffsetMs: offsetMs }
    return this.order('clock', { offsetMs })
  }

  /** A reading of the game server's clock. */
  now() {
    return Date.now() + (this.#options.clockOffsetMs ?? 0)
  }

  /** What it did of one kind, by the text or id in it. */
  done(kind) {
    return this.did.filter(({ did }) => did === kind)
  }

  /** Why it ended by itself. */
  get error() {
    return this.#error
  }

  #read(line) {
    let said
    try {
      said = JSON.parse(line)
    } catch {
      // A kill can cut the last line. Others are the program's mistake, and its orders stay without an answer.
      return undefined
    }
    if (said.did === 'line') this.lines.push(String(said.text))
    else if (said.did !== undefined) this.did.push(said)
    if (said.done !== undefined) {
      this.#pending.get(said.done)?.(true)
      this.#pending.delete(said.done)
    }
    return said
  }
}
