// A game server that the conformance kit plays (integrations/conformance/README.md), over this SDK as built.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const { SITE_URL, SITE_KEY, SPOOL_DIRECTORY, CLOCK_OFFSET_MS, CORE_BUILD } = process.env
const build =
  CORE_BUILD === undefined ? new URL('../build/', import.meta.url) : pathToFileURL(`${CORE_BUILD}/`)
const { SiteClient } = await import(new URL('site-client.js', build).href)
const { fetchHttp, fileStorage, nodeClock } = await import(new URL('node.js', build).href)

let offsetMs = Number(CLOCK_OFFSET_MS)
const here = new Set()
const keyOf = ({ xuid, pfid }) => `${xuid} ${pfid}`
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const show = (player, text) => write({ did: 'message', player, text })

const client = new SiteClient({
  http: fetchHttp(SITE_URL, SITE_KEY),
  clock: { ...nodeClock, now: () => Date.now() + offsetMs },
  storage: fileStorage(SPOOL_DIRECTORY),
  players: { count: () => here.size, isHere: (player) => here.has(keyOf(player)), tell: show },
  say: (text) => write({ did: 'line', text }),
})
client.onRank((player, rank) => write({ did: 'rank', player, rank }))
client.onPunish(({ id, type, player }) => write({ did: 'punish', id, type, player }))
client.onAppealCode((player, id, code) => write({ did: 'appealCode', id, player, code }))

const orders = {
  joined({ player, gamertag, head }) {
    here.add(keyOf(player))
    client.joined(player, gamertag, { head })
  },
  left({ player }) {
    here.delete(keyOf(player))
    client.left(player)
  },
  match: ({ match }) => client.reportMatch(match),
  void: ({ matchId, reason }) => client.voidMatch(matchId, reason),
  punished: ({ punishment: { xuid, pfid, ...punishment } }) =>
    client.punish({ player: { xuid, pfid }, ...punishment }),
  lifted: ({ id, reason }) => client.liftPunishment(id, reason),
  reported: ({ report }) => client.reportPlayer(report),
  link: ({ player, gamertag }) => show(player, client.link(player, gamertag)),
  unlink: ({ player }) => show(player, client.unlink(player)),
  queue: ({ mode, players }) => client.setQueue(mode, players),
  clock: (order) => {
    offsetMs = order.offsetMs
  },
}

client.start()
write({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const { n, ...order } = JSON.parse(line)
  orders[order.do](order)
  write({ done: n })
}
client.stop()
