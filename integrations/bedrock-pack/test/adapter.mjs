// A server that the conformance kit plays (integrations/conformance/README.md): the pack as built, over a fake of
// Minecraft's modules. The world is saved with each write. The kit's argument is --pfid.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { FakeServer } from './fake-server.mjs'

const { SITE_URL, SITE_KEY, SPOOL_DIRECTORY, CLOCK_OFFSET_MS, PACK } = process.env
const pack = PACK ?? fileURLToPath(new URL('../build/vulx-network', import.meta.url))
const world = join(SPOOL_DIRECTORY, 'world')
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)

let offsetMs = Number(CLOCK_OFFSET_MS)
const trueNow = Date.now
Date.now = () => trueNow() + offsetMs

/** The properties that the log of writes leaves. A kill may have cut its last line. */
function savedProperties() {
  const properties = new Map()
  const lines = existsSync(world) ? readFileSync(world, 'utf8').split('\n') : []
  for (const line of lines) {
    if (!line.endsWith(']')) continue
    const [key, value] = JSON.parse(line)
    if (value === undefined) properties.delete(key)
    else properties.set(key, value)
  }
  return properties
}

const server = new FakeServer({
  url: SITE_URL,
  key: SITE_KEY,
  properties: savedProperties(),
  onWrite: (...property) =>
    appendFileSync(world, `\n${JSON.stringify(property.filter((one) => one !== undefined))}`),
})
server.onLine = (text) => write({ did: 'line', text })
server.onScriptEvent = (id, message) => {
  if (id === 'vulx:appeal_code') {
    const { pfid, ...rest } = JSON.parse(message)
    write({ did: 'appealCode', player: { pfid }, ...rest })
  }
  if (id !== 'vulx:punish') return
  const { pfid, type, id: item } = JSON.parse(message)
  write({ did: 'punish', id: item, type, player: { pfid } })
}

const here = new Map()
const orders = {
  async joined({ player, gamertag }) {
    const on = {
      text: (text) => write({ did: 'message', player, text }),
      tag: (tag) => write({ did: 'rank', player, rank: tag.replace('vulx-rank:', '') }),
    }
    here.set(player.pfid, await server.join(gamertag, player.pfid, on))
  },
  left: ({ player }) => server.leave(here.get(player.pfid)),
  match: ({ match }) => server.send('vulx:match', match),
  void: ({ matchId, reason }) => server.send('vulx:void', { matchId, reason }),
  punished: ({ punishment }) => server.send('vulx:punished', punishment),
  lifted: ({ id, reason }) => server.send('vulx:lifted', { id, reason }),
  reported: ({ report }) => server.send('vulx:report', report),
  link: ({ player }) => server.type('vulx:link', here.get(player.pfid)),
  unlink: ({ player }) => server.type('vulx:unlink', here.get(player.pfid)),
  queue: ({ mode, players }) => server.send('vulx:queue', { [mode]: players }),
  clock: (order) => {
    offsetMs = order.offsetMs
  },
}

await server.start(pack, SPOOL_DIRECTORY)
write({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const { n, ...order } = JSON.parse(line)
  await orders[order.do](order)
  write({ done: n })
}
server.stop()
