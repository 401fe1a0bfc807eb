import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { rootDir } from '../e2e/support/site.ts'

const here = join(rootDir, 'tests/game')
const startMs = 60_000

/** A folder of plugins as an operator lays it out. Plugins find the packages of the server from here. */
export class Plugins {
  readonly dir: string

  constructor() {
    const cache = join(here, '.cache')
    mkdirSync(cache, { recursive: true })
    this.dir = mkdtempSync(join(cache, 'plugins-'))
    cpSync(join(here, 'duels'), join(this.dir, 'duels'), { recursive: true })
    const built = join(rootDir, 'integrations/serenity/build/vulx-network')
    cpSync(built, join(this.dir, 'vulx-network'), { recursive: true })
  }

  remove(): Promise<void> {
    return rm(this.dir, { recursive: true, force: true })
  }
}

interface Settings {
  readonly port: number
  readonly motd: string
  readonly plugins: Plugins
  readonly url: string
  readonly key: string
}

export class GameServer {
  /** Lines of the console, oldest first. */
  readonly lines: string[] = []
  readonly #waiting = new Set<() => void>()
  readonly #child
  readonly #ended: Promise<void>

  private constructor({ port, motd, plugins, url, key }: Settings) {
    this.#child = spawn(process.execPath, ['server.mjs', String(port), motd, plugins.dir], {
      cwd: here,
      env: { ...process.env, VULX_URL: url, VULX_KEY: key },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#ended = new Promise((resolve) => this.#child.once('exit', () => resolve()))
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      let rest = ''
      stream.on('data', (chunk: Buffer) => {
        const lines = (rest + stripVTControlCharacters(String(chunk))).split('\n')
        rest = lines.pop() ?? ''
        this.lines.push(...lines)
        for (const look of this.#waiting) look()
      })
    }
  }

  static async start(settings: Settings): Promise<GameServer> {
    const server = new GameServer(settings)
    await server.says(/The game server is ready/)
    return server
  }

  /** Resolves with the first line of the console that matches, also with one still to come. */
  says(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        settle()
      }
      const fail = (why: string) =>
        end(() => reject(new Error(`${why} before it said ${pattern}:\n${this.lines.join('\n')}`)))
      const look = () => {
        const line = this.lines.find((one) => pattern.test(one))
        if (line !== undefined) end(() => resolve(line))
      }
      const timer = setTimeout(() => fail('A minute passed'), startMs)
      void this.#ended.then(() => fail('The game server ended'))
      this.#waiting.add(look)
      look()
    })
  }

  /** kill -9. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL')
    await this.#ended
  }
}
