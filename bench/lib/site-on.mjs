import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../scripts/lib/root.mjs'

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

/**
 * The built site on a directory whose database may run already, without limits of rate, and without a game server.
 * @param {string} dataDir
 */
export async function siteOn(dataDir) {
  const port = await freePort()
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    RATE_LIMITS: 'off',
    PASSWORD_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    GAME_HOST: '127.0.0.1',
    STATUS_POLL_MS: '60000',
  }
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null || tries === 600) throw new Error('the site did not start')
    await sleep(100)
  }
  return {
    url,
    env,
    /** Resident, from Linux's own books. */
    megabytes: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024),
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
