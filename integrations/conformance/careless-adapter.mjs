// An adapter with planted faults, to show that the kit finds them: it stores nothing, confirms late and believes its
// own clock.
import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline'

const { SITE_URL, SITE_KEY } = process.env
let offsetMs = Number(process.env.CLOCK_OFFSET_MS)
const waiting = []
const write = (line) => process.stdout.write(`${JSON.stringify(line)}\n`)
const iso = (ms) => new Date(ms).toISOString()
const event = (type, data) => ({ id: randomUUID(), type, at: iso(Date.now() + offsetMs), data })

async function post(path, body) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${SITE_KEY}` }
  const response = await fetch(SITE_URL + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return response.json()
}

async function turn() {
  const events = [
    event('heartbeat', { playerCount: 1, maxPlayers: 2, version: '1' }),
    ...waiting.slice(0, 99),
  ]
  const { outbox } = await post('/api/ingest/events', { protocol: 2, events })
  waiting.splice(0, events.length - 1)
  for (const { id, type, data } of outbox)
    write({ did: type, id, player: { xuid: data.xuid }, text: data.text, rank: data.rank })
  if (outbox.length > 0) await post('/api/ingest/ack', { ids: outbox.map(({ id }) => id) })
}

const loop = async () => {
  for (;;) {
    // What fails is tried again; a careless adapter has no other answer.
    await turn().catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

void loop()
write({ ready: true })
for await (const line of createInterface({ input: process.stdin })) {
  const { n, match, ...order } = JSON.parse(line)
  if (order.do === 'clock') offsetMs = order.offsetMs
  if (order.do === 'match')
    waiting.push(event('match', { ...match, startedAt: iso(match.startedAt), endedAt: iso(match.endedAt) }))
  write({ done: n })
}
process.exit(0)
