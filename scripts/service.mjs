import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { requireNode } from './lib/node-version.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { service } from './lib/service.mjs'

requireNode()
process.exitCode = service(root, process.argv.slice(2), {
  platform: process.platform,
  hasSystemd: existsSync('/run/systemd/system'),
  isRoot: process.getuid?.() === 0,
  node: process.execPath,
  systemUnits: '/etc/systemd/system',
  userUnits: join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'systemd/user'),
  env: process.env,
  nameOf: (id, kind) => {
    const { stdout } = spawnSync('getent', [kind === 'user' ? 'passwd' : 'group', String(id)], {
      encoding: 'utf8',
    })
    return (stdout ?? '').split(':')[0] || undefined
  },
  run,
  say: console.log,
})
