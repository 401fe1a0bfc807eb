import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'
import { simulatedServer } from './simulated-server.mjs'

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
 * The built site on a database of its own, filled with sample players, matches and posts, beside a simulated game
 * server: what the jobs look at that draw and measure pages. Call `stop` at the end; it removes everything.
 */
export const sampleSite = async ({ players = 240, matches = 3_000, online = 42, environment = {} } = {}) => {
  const game = await simulatedServer()
  game.setPlayers(online)
  const dataDir = mkdtempSync(join(tmpdir(), 'sample-'))
  chmodSync(dataDir, 0o755)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: String(port),
    GAME_HOST: game.address,
    GAME_PORT: String(game.port),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ...environment,
  }
  const site = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise((resolve) => site.once('exit', resolve))
  const stop = async () => {
    site.kill('SIGTERM')
    await ended
    game.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await ready(url)
    const cli = ['scripts/cli.mjs', 'demo', '--players', String(players), '--matches', String(matches)]
    const filling = spawn(process.execPath, cli, { cwd: root, env, stdio: 'ignore' })
    const [code] = await once(filling, 'exit')
    if (code !== 0) throw new Error('The sample world could not be made')
    return { url, env, stop, setOnline: (players) => game.setPlayers(players) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ready(url) {
  for (let tries = 0; tries < 600; tries += 1) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error('The site was not ready in a minute')
}
