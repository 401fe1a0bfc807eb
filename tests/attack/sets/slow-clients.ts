import { readFile } from 'node:fs/promises'
import { RawConnection } from '../support/raw.ts'
import { caseCount, pause, type Round } from '../support/round.ts'
import { firstOf } from '../support/tally.ts'
import type { Target } from '../support/target.ts'

interface Slowness {
  readonly what: string
  /** What is sent at once. */
  readonly first: string
  /** What is sent again and again. */
  readonly drip?: string
  readonly everyMs: number
  readonly isReading: boolean
  readonly goneWithinMs: number
  /** Waits longer than the short form may. */
  readonly isLong: boolean
  /** How many of them; all of the round's when absent. */
  readonly count?: number
}

const head = (line: string, ...headers: readonly string[]) =>
  `${[line, 'Host: 127.0.0.1', ...headers].join('\r\n')}\r\n`

const slownesses: readonly Slowness[] = [
  { what: 'say nothing', first: '', everyMs: 1_000, isReading: true, goneWithinMs: 9_000, isLong: false },
  {
    what: 'never end their headers',
    first: head('GET / HTTP/1.1'),
    drip: 'X-A: b\r\n',
    everyMs: 300,
    isReading: true,
    goneWithinMs: 9_000,
    isLong: false,
  },
  {
    what: 'send a letter of a header at a time',
    first: head('GET / HTTP/1.1', 'X-A: '),
    drip: 'a',
    everyMs: 300,
    isReading: true,
    goneWithinMs: 9_000,
    isLong: false,
  },
  {
    what: 'send a letter of the body at a time',
    first: `${head('POST /api/contact HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 9000')}\r\n{`,
    drip: ' ',
    everyMs: 500,
    isReading: true,
    goneWithinMs: 36_000,
    isLong: true,
  },
  {
    what: 'send chunks of one letter',
    first: `${head('POST /api/contact HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked')}\r\n`,
    drip: '1\r\n \r\n',
    everyMs: 500,
    isReading: true,
    goneWithinMs: 36_000,
    isLong: true,
  },
  {
    what: 'keep an answered connection',
    first: `${head('GET /health/live HTTP/1.1')}\r\n`,
    everyMs: 5_000,
    isReading: true,
    goneWithinMs: 45_000,
    isLong: true,
  },
  {
    what: 'ask for much and never read',
    first: `${head('GET /api/openapi.json HTTP/1.1')}\r\n`.repeat(100),
    everyMs: 5_000,
    isReading: false,
    goneWithinMs: 80_000,
    isLong: true,
    // Together under the general limit of their address.
    count: 5,
  },
]

/** Clients that send or read so slowly that each would hold a connection for ever. */
export async function slowClients(round: Round): Promise<void> {
  const { target, tally } = round
  const chosen = slownesses.filter(({ isLong }) => round.isLong || !isLong)
  const count = caseCount(round, 20, 100)
  const watching = watch(target)
  await Promise.all(
    chosen.map((slowness, n) =>
      tally.check(`${slowness.count ?? count} that ${slowness.what} are gone in time`, () =>
        drag(round, slowness, slowness.count ?? count, `127.30.0.${n + 1}`),
      ),
    ),
  )
  const slowest = await watching.stop()
  tally.figures['slowest answer to others'] = `${slowest} ms`
  await tally.check('others were answered meanwhile', () =>
    slowest > 2_000 ? `one took ${slowest} ms` : undefined,
  )
}

async function drag(
  { target, tally }: Round,
  slowness: Slowness,
  count: number,
  from: string,
): Promise<string | undefined> {
  const { what, first, drip, everyMs, isReading, goneWithinMs } = slowness
  const connections = Array.from({ length: count }, () => new RawConnection(target.url, from))
  const begun = performance.now()
  for (const connection of connections) {
    connection.send(first)
    if (!isReading) connection.stopReading()
  }
  // Who does not read is looked for on the site's side: not before they are there.
  for (let tries = 0; !isReading && tries < 100 && (await heldBy(target, from)) < count; tries += 1)
    await pause(50)
  const left = () => connections.filter(({ isGone }) => !isGone).length
  const isOver = async () => (isReading ? left() === 0 : (await heldBy(target, from)) === 0)
  while (performance.now() - begun < goneWithinMs && !(await isOver())) {
    if (drip !== undefined)
      for (const connection of connections) if (!connection.isGone) connection.send(drip)
    await pause(everyMs)
  }
  const remaining = isReading ? left() : await heldBy(target, from)
  tally.figures[what] = `gone after ${((performance.now() - begun) / 1_000).toFixed(1)} s`
  for (const connection of connections) connection.end()
  return firstOf(remaining > 0 ? `${remaining} are still there after ${goneWithinMs} ms` : undefined)
}

/** How many connections of an address the site still holds: who does not read does not see that it was cut off. */
async function heldBy({ url }: Target, from: string): Promise<number> {
  const hex = (address: string) =>
    address
      .split('.')
      .reverse()
      .map((part) => Number(part).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase()
  const port = Number(new URL(url).port).toString(16).padStart(4, '0').toUpperCase()
  const table = await readFile('/proc/net/tcp', 'utf8')
  // State 01: established, as the site sees it.
  return table
    .split('\n')
    .filter((line) => line.includes(`${hex('127.0.0.1')}:${port} ${hex(from)}:`) && / 01 /.test(line)).length
}

function watch(target: Target) {
  let isOver = false
  let slowest = 0
  const watching = (async () => {
    for (let n = 0; !isOver; n += 1) {
      const begun = performance.now()
      await target.ask('/api/community', { from: `127.31.0.${1 + (n % 100)}` })
      slowest = Math.max(slowest, performance.now() - begun)
      await pause(50)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return Math.round(slowest)
    },
  }
}
