import { createServer } from 'node:net'

/**
 * Test files run at the same time, and a port that was found stays unused until a site listens on it. So each worker
 * has ports of its own, below those that systems give to connections (from 32768 on Linux, 49152 elsewhere).
 */
const perWorker = 2_000
const from = 10_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 10) * perWorker
// Another file begins elsewhere: ports that were just in use may still be asked for by an old page.
let next = Math.floor(Math.random() * perWorker)

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

export async function freePort(): Promise<number> {
  for (let tries = 0; tries < perWorker; tries += 1) {
    next = (next + 1) % perWorker
    const port = from + next
    // Meanwhile another site of this file may ask as well.
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${from} to ${from + perWorker - 1} is free`)
}
