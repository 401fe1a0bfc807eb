import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPhp } from '../../../scripts/lib/php.mjs'
import { rootDir } from '../../e2e/support/site.ts'
import type { RootKey } from './client.mjs'

const waitMs = Number(process.env.WAIT_MS ?? 90_000)
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** PocketMine-MP of a directory that the user has (README.md), with data of its own. */
export class PocketMine {
  readonly data = mkdtempSync(join(tmpdir(), 'pocketmine-'))
  readonly plugin = join(this.data, 'plugin_data/VulxNetwork')
  readonly root: RootKey
  #child: ReturnType<typeof spawn> | undefined
  #output = ''
  #exit: Promise<number | null> = Promise.resolve(null)

  constructor(
    private readonly directory: string,
    readonly port: number,
  ) {
    this.root = trustedKey(directory)
    const plugins = join(this.data, 'plugins')
    mkdirSync(plugins)
    const php = findPhp() ?? 'php'
    const built = process.env.PLUGIN_PHAR ?? build(php, 'integrations/pocketmine/build.php')
    execFileSync('cp', [built.trim(), plugins])
    build(php, 'tests/game/pocketmine/lab/build.php', plugins)
  }

  get output(): string {
    return this.#output
  }

  /** From here on: what it has not said yet. */
  get mark(): number {
    return this.#output.length
  }

  get isRunning(): boolean {
    return this.#child?.exitCode === null && this.#child.signalCode === null
  }

  async start({ xboxAuth, workers = 'auto' }: { xboxAuth: boolean; workers?: string }): Promise<void> {
    writeFileSync(join(this.data, 'server.properties'), properties(this.port, xboxAuth))
    writeFileSync(
      join(this.data, 'pocketmine.yml'),
      `settings:\n  async-workers: ${workers}\nauto-report:\n  enabled: false\nanonymous-statistics:\n  enabled: false\nauto-updater:\n  enabled: false\nchunk-sending:\n  spawn-radius: 1\nplugins:\n  legacy-data-dir: false\n`,
    )
    const from = this.mark
    const main = join(this.directory, 'server/src/PocketMine.php')
    const words = [
      main,
      '--no-wizard',
      '--disable-ansi',
      `--data=${this.data}`,
      `--plugins=${this.data}/plugins`,
    ]
    const child = spawn(join(this.directory, 'php/bin/php'), words, {
      cwd: this.data,
      env: {
        ...process.env,
        PHPRC: join(this.directory, 'php/etc'),
        LD_LIBRARY_PATH: join(this.directory, 'lib'),
      },
    })
    this.#child = child
    this.#exit = new Promise((resolve) => child.once('exit', resolve))
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        this.#output += chunk
      })
    await this.says(/Done \(/, from)
  }

  types(line: string): void {
    this.#child?.stdin?.write(`${line}\n`)
  }

  /** Resolves with what the console said that matches. */
  async says(pattern: RegExp, from = 0): Promise<RegExpExecArray> {
    for (const until = Date.now() + waitMs; Date.now() < until; await sleep(50)) {
      const found = pattern.exec(this.#output.slice(from))
      if (found !== null) return found
      if (!this.isRunning) break
    }
    throw new Error(`The console never said ${pattern}:\n${this.#output.slice(from).slice(-4_000)}`)
  }

  /** Milliseconds that `stop` took. */
  async stop(): Promise<number> {
    const since = performance.now()
    this.types('stop')
    const killed = setTimeout(() => this.#child?.kill('SIGKILL'), waitMs)
    await this.#exit
    clearTimeout(killed)
    return performance.now() - since
  }

  async end(): Promise<void> {
    writeFileSync(join(rootDir, '.cache/pocketmine.log'), this.#output)
    this.#child?.kill('SIGKILL')
    await this.#exit
    await rm(this.data, { recursive: true, force: true })
  }
}

function build(php: string, script: string, ...words: string[]): string {
  const built = spawnSync(php, ['-d', 'phar.readonly=0', join(rootDir, script), ...words], {
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`${script}: ${built.stdout}${built.stderr}`)
  return built.stdout
}

/** The server believes XUIDs that this key signed: clients here cannot sign in with Xbox. */
function trustedKey(directory: string): RootKey {
  const file = join(directory, 'root.json')
  if (!existsSync(file)) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp384r1' })
    const pub = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    writeFileSync(file, JSON.stringify({ pub, priv: privateKey.export({ type: 'sec1', format: 'pem' }) }))
  }
  const root: RootKey = JSON.parse(readFileSync(file, 'utf8'))
  const source = join(directory, 'server/src/network/mcpe/auth/ProcessLoginTask.php')
  const known = /(MOJANG_ROOT_PUBLIC_KEY = )"[^"]*"/
  writeFileSync(source, readFileSync(source, 'utf8').replace(known, `$1"${root.pub}"`))
  return root
}

const properties = (port: number, xboxAuth: boolean) =>
  Object.entries({
    motd: 'Arena of the test',
    'server-port': port,
    'server-ip': '127.0.0.1',
    'enable-ipv6': 'off',
    'enable-query': 'off',
    'max-players': 20,
    gamemode: 'SURVIVAL',
    'generator-settings': '2;bedrock,2xdirt,grass;1',
    'level-name': 'world',
    'level-seed': 1,
    'level-type': 'FLAT',
    'view-distance': 4,
    'xbox-auth': xboxAuth ? 'on' : 'off',
    language: 'eng',
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
