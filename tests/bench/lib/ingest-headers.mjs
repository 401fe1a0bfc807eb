import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../../../scripts/lib/root.mjs'

/** What a game server sends with its events, with a new key of this site. @param {{ env: NodeJS.ProcessEnv }} site */
export async function ingestHeaders(site) {
  const made = await promisify(execFile)(process.execPath, ['scripts/cli.mjs', 'key', 'create', 'Bench'], {
    cwd: root,
    env: site.env,
  })
  return {
    'content-type': 'application/json',
    authorization: `Bearer ${made.stdout.trim().split(/\s/).at(-1)}`,
  }
}
