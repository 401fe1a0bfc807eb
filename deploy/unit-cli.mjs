import { spawnSync } from 'node:child_process'
import { readUnit } from '../scripts/lib/unit.mjs'

const path = process.env.VULX_UNIT || '/etc/systemd/system/vulx.service'

/** @param {string} sentence */
const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

let unit
try {
  unit = readUnit(path)
} catch (error) {
  fail(
    `The unit cannot be read: ${/** @type {Error} */ (error).message}. Run this as root, or name it in VULX_UNIT.`,
  )
}
const { user, group, directory, environment } = /** @type {ReturnType<typeof readUnit>} */ (unit)
const idOf = (/** @type {string} */ flag) =>
  Number(spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim() || Number.NaN)
const uid = idOf('-u')
if (Number.isNaN(uid)) fail(`There is no user ${user}, whom ${path} names.`)
if (process.getuid?.() !== uid) {
  if (process.getuid?.() !== 0)
    fail(`Only root and ${user} can run commands of this site: sudo ${process.argv[1]} …`)
  // The groups first: afterwards it is too late to change them.
  process.initgroups?.(user, group || idOf('-g'))
  process.setgid?.(group || idOf('-g'))
  process.setuid?.(uid)
}
process.umask(0o077)
process.chdir(directory)
// Nothing of the caller's own environment but what a terminal needs.
const { PATH = '/usr/bin:/bin', TERM = '', LANG = '' } = process.env
for (const name of Object.keys(process.env)) delete process.env[name]
Object.assign(process.env, { PATH, TERM, LANG, HOME: directory, USER: user }, environment)
await import(new URL('../scripts/cli.mjs', import.meta.url).href)
