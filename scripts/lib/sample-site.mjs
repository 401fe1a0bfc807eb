import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './root.mjs'
import { simulatedServer } from './simulated-server.mjs'
import { siteProcess } from './site-process.mjs'

/**
 * The built site on a database of its own, filled with sample players, matches and posts, beside a simulated game
 * server: what the jobs look at that draw and measure pages. Call `stop` at the end; it removes everything.
 */
export const sampleSite = async ({ players = 240, matches = 3_000, online = 42, environment = {} } = {}) => {
  const game = await simulatedServer()
  game.setPlayers(online)
  const dataDir = mkdtempSync(join(tmpdir(), 'sample-'))
  chmodSync(dataDir, 0o755)
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    GAME_HOST: game.address,
    GAME_PORT: String(game.port),
    LOG_LEVEL: 'warn',
    RATE_LIMITS: 'off',
    ...environment,
  }
  let site
  const stop = async () => {
    await site?.stop()
    game.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    site = await siteProcess(env)
    const cli = ['scripts/cli.mjs', 'demo', '--players', String(players), '--matches', String(matches)]
    const filling = spawn(process.execPath, cli, { cwd: root, env, stdio: 'ignore' })
    const [code] = await once(filling, 'exit')
    if (code !== 0) throw new Error('The sample world could not be made')
    return { url: site.url, env, stop, setOnline: game.setPlayers, firstPongAt: game.firstPongAt }
  } catch (error) {
    await stop()
    throw error
  }
}
