// A server that the conformance kit plays (integrations/conformance/README.md): the plugin as built, over a fake of
// SerenityJS. PLUGIN is the folder that build.mjs wrote.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const { SITE_URL, SITE_KEY, SPOOL_DIRECTORY, CLOCK_OFFSET_MS, PLUGIN } = process.env
Object.assign(process.env, { VULX_URL: SITE_URL, VULX_KEY: SITE_KEY })
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

let offsetMs = Number(CLOCK_OFFSET_MS)
const trueNow = Date.now
Date.now = () => trueNow() + offsetMs

const players = new Map()
const commands = new Map()
const serenity = {
  network: { raknet: { properties: { maxConnections: 40 } } },
  commandPalette: { register: (name, _description, callback) => commands.set(name, callback) },
  getPlayers: () => [...players.values()],
  getPlayerByXuid: (xuid) => players.get(xuid) ?? null,
}
const say = (text) => write({ did: 'line', text })

/** The module that the plugin requires; SerenityJS gives each plugin its server and its folder. */
const modules = join(SPOOL_DIRECTORY, 'node_modules/@serenityjs/plugins')
mkdirSync(modules, { recursive: true })
writeFileSync(join(modules, 'index.js'), 'exports.Plugin = globalThis.fakePlugin')
globalThis.fakePlugin = class {
  identifier
  path = join(SPOOL_DIRECTORY, 'plugins/vulx-network')
  logger = { warn: say, error: say }
  serenity = serenity
  constructor(identifier) {
    this.identifier = identifier
  }
}

/** A plugin finds the module above its folder. */
function load() {
  const main = join(SPOOL_DIRECTORY, 'plugins/vulx-network/index.cjs')
  mkdirSync(join(SPOOL_DIRECTORY, 'plugins/vulx-network'), { recursive: true })
  copyFileSync(join(PLUGIN, 'index.cjs'), main)
  return createRequire(main)(main).default
}

/** A skin of one color; none where the kit's face is none. */
const skinOf = (head) => {
  const size = head?.startsWith('iVBOR') ? 64 : 0
  return {
    getSerialized: () => ({
      skinImage: { width: size, height: size, data: new Uint8Array(size * size * 4).fill(200) },
    }),
  }
}

function playerOf(xuid, username, head) {
  const tags = new Set()
  return {
    xuid,
    username,
    skin: skinOf(head),
    clientSystemInfo: { inputMode: 2 },
    sendMessage: (text) => write({ did: 'message', player: { xuid }, text }),
    getTags: () => [...tags],
    hasTag: (tag) => tags.has(tag),
    removeTag: (tag) => tags.delete(tag),
    addTag(tag) {
      tags.add(tag)
      write({ did: 'rank', player: { xuid }, rank: tag.replace('vulx-rank:', '') })
    },
  }
}

const plugin = load()
plugin.onInitialize()
const { site } = plugin
site.onPunish(({ id, type, player }) => write({ did: 'punish', id, type, player }))
site.onAppealCode((player, id, code) => write({ did: 'appealCode', id, player, code }))
const type = (name, { xuid }) => {
  const origin = players.get(xuid)
  origin.sendMessage(commands.get(name)({ origin }).message)
}

const orders = {
  joined({ player: { xuid }, gamertag, head }) {
    const player = playerOf(xuid, gamertag, head)
    players.set(xuid, player)
    plugin.onPlayerInitialized({ player })
  },
  left({ player: { xuid } }) {
    plugin.onPlayerLeave({ player: players.get(xuid) })
    players.delete(xuid)
  },
  match: ({ match }) => site.reportMatch(match),
  void: ({ matchId, reason }) => site.voidMatch(matchId, reason),
  punished: ({ punishment: { xuid, ...punishment } }) => site.punish({ player: { xuid }, ...punishment }),
  lifted: ({ id, reason }) => site.liftPunishment(id, reason),
  reported: ({ report }) => site.reportPlayer(report),
  link: ({ player }) => type('link', player),
  unlink: ({ player }) => type('unlink', player),
  queue: ({ mode, players: count }) => site.setQueue(mode, count),
  clock: (order) => {
    offsetMs = order.offsetMs
  },
}

await plugin.onStartUp()
write({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const { n, ...order } = JSON.parse(line)
  orders[order.do](order)
  write({ done: n })
}
await plugin.onShutDown()
