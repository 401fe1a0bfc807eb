// What the pack uses of a Bedrock Dedicated Server: the three modules of Minecraft, over HTTP of Node.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const tickMs = 50
const maxPropertyBytes = 32_767
const maxScriptEvent = 2_048

/** One signal of the game; `fire` calls anyone who subscribed. */
class Signal {
  #listeners = []
  subscribe = (listener) => void this.#listeners.push(listener)
  fire(event = {}) {
    for (const listener of this.#listeners) listener(event)
  }
}

export class FakePlayer {
  texts = []
  tags = new Set()
  isValid = true
  inputInfo = { lastInputModeUsed: 'Touch' }
  clientSystemInfo = { locale: 'de_DE' }
  constructor(name, onText = () => undefined, onTag = () => undefined) {
    this.name = name
    this.sendMessage = (text) => {
      this.texts.push(text)
      onText(text)
    }
    this.addTag = (tag) => {
      this.tags.add(tag)
      onTag(tag)
    }
  }
  getTags = () => [...this.tags]
  hasTag = (tag) => this.tags.has(tag)
  removeTag = (tag) => this.tags.delete(tag)
}

/** A server; `properties` is its world, which outlives it, and `onWrite` is called with each property and its value. */
export class FakeServer {
  players = []
  commands = new Map()
  scriptEvents = []
  lines = []
  isStopped = false
  #signals = Object.fromEntries(
    ['startup', 'worldLoad', 'playerSpawn', 'playerLeave', 'scriptEvent', 'asyncPlayerJoin'].map((name) => [
      name,
      new Signal(),
    ]),
  )
  /** No script can look into it. */
  #secret = Object.freeze({})
  #timers = new Set()

  constructor({ url, key, properties = new Map(), onWrite = () => undefined }) {
    this.url = url
    this.key = key
    this.properties = properties
    this.onWrite = onWrite
  }

  /** Loads a built pack, as the server does with its world. Each start needs a copy: modules are evaluated once. */
  async start(pack, folder) {
    const { warn } = console
    console.warn = (line) => {
      this.lines.push(line)
      this.onLine?.(line)
    }
    this.stop = () => {
      this.isStopped = true
      for (const timer of this.#timers) clearTimeout(timer)
      console.warn = warn
    }
    const copy = mkdtempSync(join(folder, 'scripts-'))
    writeFileSync(join(copy, 'package.json'), '{"type":"module"}')
    copyFileSync(join(pack, 'scripts/main.js'), join(copy, 'main.js'))
    globalThis.fakeMinecraft = this.#modules()
    for (const [name, exported] of Object.entries(globalThis.fakeMinecraft)) {
      const module = join(copy, 'node_modules/@minecraft', name)
      mkdirSync(module, { recursive: true })
      writeFileSync(join(module, 'package.json'), '{"type":"module","main":"index.js"}')
      const names = Object.keys(exported).join(', ')
      writeFileSync(
        join(module, 'index.js'),
        `export const { ${names} } = globalThis.fakeMinecraft['${name}']`,
      )
    }
    await import(/* @vite-ignore */ pathToFileURL(join(copy, 'main.js')).href)
    rmSync(copy, { recursive: true })
    const customCommandRegistry = {
      registerCommand: ({ name }, callback) => this.commands.set(name, callback),
    }
    this.#signals.startup.fire({ customCommandRegistry })
    this.#signals.worldLoad.fire()
  }

  /** Resolves when what waited for the next tick is done. */
  nextTick = () => new Promise((resolve) => setImmediate(resolve))

  /** Somebody joins. Without a `pfid` they have no Xbox account. */
  async join(name, pfid = '', on = {}) {
    this.#signals.asyncPlayerJoin.fire({ name, persistentId: pfid })
    const player = new FakePlayer(name, on.text, on.tag)
    this.players.push(player)
    this.#signals.playerSpawn.fire({ player, initialSpawn: true })
    await this.nextTick()
    return player
  }

  async leave(player) {
    this.#signals.playerLeave.fire({ player })
    this.players = this.players.filter((one) => one !== player)
    player.isValid = false
    await this.nextTick()
  }

  /** Somebody types a command. */
  async type(command, sourceEntity) {
    const result = this.commands.get(command)({ sourceEntity })
    await this.nextTick()
    return result
  }

  /** Another pack sends a script event. Returns what the pack answered. */
  send(id, value) {
    const count = this.scriptEvents.length
    this.#signals.scriptEvent.fire({ id, message: typeof value === 'string' ? value : JSON.stringify(value) })
    const answer = this.scriptEvents.slice(count).find((event) => event.id === 'vulx:reported')
    return answer && JSON.parse(answer.message)
  }

  #modules() {
    const signals = this.#signals
    const after = (work, ms) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        work()
      }, ms)
      this.#timers.add(timer)
      return timer
    }
    const write = (key, value) => {
      if (value !== undefined && Buffer.byteLength(value) > maxPropertyBytes)
        throw new Error('a property is too long')
      if (value === undefined) this.properties.delete(key)
      else this.properties.set(key, value)
      this.onWrite(key, value)
    }
    return {
      server: {
        CommandPermissionLevel: { Any: 0 },
        CustomCommandStatus: { Success: 0, Failure: 1 },
        InputMode: { Gamepad: 'Gamepad', KeyboardAndMouse: 'KeyboardAndMouse', Touch: 'Touch' },
        Player: FakePlayer,
        system: {
          get currentTick() {
            return Math.floor(performance.now() / tickMs)
          },
          run: (work) => setImmediate(() => this.isStopped || work()),
          runTimeout: (work, ticks) => after(work, ticks * tickMs),
          clearRun: clearTimeout,
          sendScriptEvent: (id, message) => {
            if (message.length > maxScriptEvent) throw new Error('a script event is too long')
            this.scriptEvents.push({ id, message })
            this.onScriptEvent?.(id, message)
          },
          beforeEvents: { startup: signals.startup },
          afterEvents: { scriptEventReceive: signals.scriptEvent },
        },
        world: {
          getAllPlayers: () => this.players,
          getDynamicPropertyIds: () => [...this.properties.keys()],
          getDynamicProperty: (key) => this.properties.get(key),
          setDynamicProperty: write,
          afterEvents: { worldLoad: signals.worldLoad, playerSpawn: signals.playerSpawn },
          beforeEvents: { playerLeave: signals.playerLeave },
        },
      },
      'server-admin': {
        beforeEvents: { asyncPlayerJoin: signals.asyncPlayerJoin },
        secrets: { get: (name) => (name === 'vulx_authorization' && this.key ? this.#secret : undefined) },
        variables: { get: (name) => ({ vulx_url: this.url, vulx_max_players: 40 })[name] },
      },
      'server-net': {
        HttpRequestMethod: { Post: 'Post' },
        HttpHeader,
        HttpRequest,
        http: { request: (request) => this.#request(request) },
      },
    }
  }

  async #request({ uri, method, body, headers, seconds }) {
    if (this.isStopped) return new Promise(() => undefined)
    const sentValue = (value) => (value === this.#secret ? `Bearer ${this.key}` : value)
    const response = await fetch(uri, {
      method,
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, sentValue(value)])),
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(seconds * 1_000),
    })
    const text = await response.text()
    if (this.isStopped) return new Promise(() => undefined)
    return {
      status: response.status,
      body: text,
      headers: [...response.headers].map(([key, value]) => ({ key, value })),
    }
  }
}

class HttpHeader {
  constructor(key, value) {
    this.key = key
    this.value = value
  }
}

class HttpRequest {
  constructor(uri) {
    this.uri = uri
  }
  setMethod = (method) => this.#set({ method })
  setBody = (body) => this.#set({ body })
  setHeaders = (headers) => this.#set({ headers })
  setTimeout = (seconds) => this.#set({ seconds })
  #set(fields) {
    return Object.assign(this, fields)
  }
}
