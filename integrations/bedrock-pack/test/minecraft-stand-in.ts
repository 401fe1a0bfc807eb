import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import ts from 'typescript'

type Listener = (event: never) => unknown

/** One signal of the game; `fire` calls whoever subscribed. */
class Signal {
  readonly #listeners: Listener[] = []
  subscribe = (listener: Listener) => {
    this.#listeners.push(listener)
  }
  async fire(event: object = {}) {
    for (const listener of this.#listeners) await listener(event as never)
  }
}

export class StandInPlayer {
  readonly said: string[] = []
  readonly tags = new Set<string>()
  readonly isValid = true
  readonly location = { x: 1, y: 64, z: 2 }
  readonly inputInfo = { lastInputModeUsed: 'Touch' }
  readonly #properties = new Map<string, unknown>()
  constructor(readonly name: string) {}
  getRotation = () => ({ x: 0, y: 90 })
  getTags = () => [...this.tags]
  addTag = (tag: string) => this.tags.add(tag)
  removeTag = (tag: string) => this.tags.delete(tag)
  sendMessage = (text: string) => this.said.push(text)
  getDynamicProperty = (key: string) => this.#properties.get(key)
  setDynamicProperty = (key: string, value: unknown) => this.#properties.set(key, value)
}

interface SentRequest {
  readonly uri: string
  readonly method: string
  readonly body: string
  readonly headers: readonly { readonly key: string; readonly value: unknown }[]
}

type Command = (origin: { sourceEntity?: unknown }) => { status: number; message?: string } | undefined

/** The script engine of a server, as far as the pack uses it. */
export class StandInGame {
  readonly signals = {
    startup: new Signal(),
    worldLoad: new Signal(),
    playerSpawn: new Signal(),
    playerLeave: new Signal(),
    scriptEvent: new Signal(),
    asyncPlayerJoin: new Signal(),
  }
  readonly players: StandInPlayer[] = []
  readonly properties = new Map<string, string>()
  readonly commands = new Map<string, Command>()
  readonly sentEvents: { readonly id: string; readonly message: string }[] = []
  /** What the header must carry untouched: no script can look into it. */
  readonly secret = Object.freeze({ opaque: true })
  variables: Record<string, unknown> = { vulx_url: 'http://site.example/', vulx_max_players: 40 }
  secrets: Record<string, unknown> = { vulx_authorization: this.secret }
  answer: (request: SentRequest) => Promise<{ status: number; body: string; headers: object[] }> =
    async () => {
      throw new Error('no connection')
    }
  readonly timers = new Set<NodeJS.Timeout>()

  #dir: string | undefined

  /** The modules as the pack imports them. */
  get modules(): Record<string, Record<string, unknown>> {
    const { signals } = this
    const run = (work: () => void, ticks = 1) => {
      // Ten times as fast as the game.
      const timer = setTimeout(work, ticks * 5)
      this.timers.add(timer)
      return timer
    }
    return {
      server: {
        CommandPermissionLevel: { Any: 0 },
        CustomCommandStatus: { Success: 0, Failure: 1 },
        InputMode: { Gamepad: 'Gamepad', KeyboardAndMouse: 'KeyboardAndMouse', Touch: 'Touch' },
        Player: StandInPlayer,
        system: {
          currentTick: 7,
          run,
          runTimeout: run,
          clearRun: (timer: NodeJS.Timeout) => clearTimeout(timer),
          sendScriptEvent: (id: string, message: string) => this.sentEvents.push({ id, message }),
          beforeEvents: { startup: signals.startup },
          afterEvents: { scriptEventReceive: signals.scriptEvent },
        },
        world: {
          getAllPlayers: () => this.players,
          getDynamicPropertyIds: () => [...this.properties.keys()],
          getDynamicProperty: (key: string) => this.properties.get(key),
          setDynamicProperty: (key: string, value?: string) =>
            value === undefined ? this.properties.delete(key) : this.properties.set(key, value),
          afterEvents: { worldLoad: signals.worldLoad, playerSpawn: signals.playerSpawn },
          beforeEvents: { playerLeave: signals.playerLeave },
        },
      },
      'server-admin': {
        beforeEvents: { asyncPlayerJoin: signals.asyncPlayerJoin },
        secrets: { get: (name: string) => this.secrets[name] },
        variables: { get: (name: string) => this.variables[name] },
      },
      'server-net': {
        HttpRequestMethod: { Post: 'Post' },
        HttpHeader: class {
          constructor(
            readonly key: string,
            readonly value: unknown,
          ) {}
        },
        HttpRequest: class {
          method = 'Get'
          body = ''
          headers: unknown[] = []
          constructor(readonly uri: string) {}
          setMethod(method: string) {
            this.method = method
            return this
          }
          setBody(body: string) {
            this.body = body
            return this
          }
          setHeaders(headers: unknown[]) {
            this.headers = headers
            return this
          }
          setTimeout() {
            return this
          }
        },
        http: { request: (request: SentRequest) => this.answer(request) },
      },
    }
  }

  /** Loads the whole pack as the server would, with this game behind Minecraft's modules. */
  async load(): Promise<void> {
    const dir = await mkdtemp(join(tmpdir(), 'pack-'))
    this.#dir = dir
    await writeFile(join(dir, 'package.json'), '{"type":"module"}')
    const src = fileURLToPath(new URL('../src/', import.meta.url))
    for (const file of await readdir(src)) {
      const { outputText } = ts.transpileModule(await readFile(join(src, file), 'utf8'), {
        compilerOptions: {
          module: ts.ModuleKind.ESNext,
          target: ts.ScriptTarget.ES2022,
          verbatimModuleSyntax: true,
          rewriteRelativeImportExtensions: true,
        },
      })
      await writeFile(join(dir, file.replace(/ts$/, 'js')), outputText)
    }
    const shared = globalThis as { standInGame?: unknown }
    shared.standInGame = this.modules
    for (const [name, exported] of Object.entries(this.modules)) {
      const home = join(dir, 'node_modules/@minecraft', name)
      await mkdir(home, { recursive: true })
      await writeFile(join(home, 'package.json'), '{"type":"module","main":"index.js"}')
      const names = Object.keys(exported).join(', ')
      await writeFile(
        join(home, 'index.js'),
        `export const { ${names} } = globalThis.standInGame[${JSON.stringify(name)}]`,
      )
    }
    await import(/* @vite-ignore */ pathToFileURL(join(dir, 'minecraft.js')).href)
  }

  async stop(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    this.timers.clear()
    if (this.#dir !== undefined) await rm(this.#dir, { recursive: true, force: true })
  }
}
