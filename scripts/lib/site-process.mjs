import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

/** Longer than a start waits for its database; a process that ends is noticed at once. */
const readyMs = 300_000

/**
 * The built site as a process of its own, on a free port, once it is ready.
 * @param {Record<string, string>} environment beside what this process was given
 * @throws when it ends before it is ready, or is not ready in five minutes; it is stopped then
 */
export async function siteProcess(environment) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await ready(child, url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, pid: child.pid, stop }
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

async function ready(child, url) {
  for (const until = Date.now() + readyMs; Date.now() < until; ) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error('The site ended before it was ready')
    const response = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(
      () => undefined,
    )
    if (response?.ok) return
    // As often as a benchmark of the start needs it.
    await sleep(10)
  }
  throw new Error('The site was not ready in five minutes')
}
