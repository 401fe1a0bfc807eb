import { readFileSync } from 'node:fs'
import { siteProcess } from '../../../scripts/lib/site-process.mjs'

/**
 * The built site on a directory whose database may run already, without limits of rate, and without a game server.
 * @param {string} dataDir @param {Record<string, string>} [environment]
 */
export async function siteOn(dataDir, environment = {}) {
  const env = {
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    PASSWORD_LIMIT: 'off',
    LOG_LEVEL: 'silent',
    GAME_HOST: '127.0.0.1',
    STATUS_POLL_MS: '60000',
    ...environment,
  }
  const { url, pid, stop } = await siteProcess(env)
  return {
    url,
    pid,
    env: { ...process.env, ...env },
    /** Resident, from Linux's own books. */
    megabytes: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024),
    stop,
  }
}
