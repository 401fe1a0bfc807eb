import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The first line of a unit that this command may replace and remove. */
const mark = '# Written by npm run service.'
const name = 'vulx.service'

/** In a value of a unit % begins a specifier. @param {string} path */
const plain = (path) => path.replaceAll('%', '%%')

/** A word of ExecStart or Environment. @param {string} word */
const quoted = (word) => `"${plain(word).replaceAll(/["\\]/g, '\\$&')}"`

/** A word of ExecStart, where $ begins a variable. @param {string} word */
const argument = (word) => quoted(word).replaceAll('$', '$$$$')

/**
 * The unit that does what `npm start` does in this checkout, with its data, its .env and its user.
 * @param {{ root: string, node: string, user?: string, group?: string }} site without `user`: a unit of the user's own
 */
export const unitOf = ({ root, node, user, group }) => `${mark} Remove it with: npm run service -- remove
[Unit]
Description=The website of a Minecraft Bedrock network
After=network-online.target
Wants=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
${user === undefined ? '' : `User=${user}\nGroup=${group}\n`}WorkingDirectory=${plain(root)}
Environment=NODE_ENV=production ${quoted(`PATH=${dirname(node)}:/usr/local/bin:/usr/bin:/bin`)}
# glibc: threads share two heaps, and freed memory goes back to the system (docs/security.md).
Environment=MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=131072 MALLOC_TRIM_THRESHOLD_=131072
ExecStart=${argument(node)} --max-old-space-size=512 scripts/start.mjs
# SIGTERM finishes what is under way and stops the database, which the site started, last.
KillMode=mixed
TimeoutStopSec=60
Restart=always
RestartSec=5
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=${user === undefined ? 'default.target' : 'multi-user.target'}
`

/**
 * What the machine is, and how it is changed.
 * @typedef {object} Machine
 * @property {string} platform
 * @property {boolean} hasSystemd
 * @property {boolean} isRoot
 * @property {string} node
 * @property {string} systemUnits
 * @property {string} userUnits
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {(id: number, kind: 'user' | 'group') => string | undefined} nameOf
 * @property {(program: string, args: readonly string[]) => number} run
 * @property {(line: string) => void} say
 */

/**
 * Makes the site of a checkout a service of the operating system, or takes it away; its data stays.
 * @param {string} root @param {readonly string[]} args @param {Machine} machine
 * @returns {number} the exit code; after a refusal nothing is changed
 */
export const service = (root, args, machine) => {
  const { isRoot, run, say } = machine
  const refuse = (/** @type {string} */ reason) => {
    say(reason)
    return 1
  }
  if (args.length > 1 || (args.length === 1 && args[0] !== 'remove'))
    return refuse('Usage: npm run service [-- remove]')
  if (machine.platform !== 'linux' || !machine.hasSystemd)
    return refuse(
      'A service needs Linux with systemd, which does not run here. Let what starts programs here run "npm start" in this directory.',
    )
  if (/\p{Cc}/u.test(root + machine.node)) return refuse('A path with a line break cannot be a service.')
  const directory = isRoot ? machine.systemUnits : machine.userUnits
  const path = join(directory, name)
  const scope = isRoot ? [] : ['--user']
  const systemctl = (/** @type {string[]} */ ...words) => run('systemctl', [...scope, ...words])
  const shown = ['systemctl', ...scope].join(' ')

  const present = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  if (present !== undefined && !present.startsWith(mark))
    return refuse(`${path} is there already and was not written by this command. Nothing was changed.`)
  if (present !== undefined && !present.includes(`\nWorkingDirectory=${plain(root)}\n`))
    return refuse(
      `${path} runs the site of another directory. Remove it there first: npm run service -- remove`,
    )

  if (args[0] === 'remove') {
    if (present === undefined) return refuse(`There is no ${path}.`)
    if (systemctl('disable', '--now', name) !== 0) return refuse(`${name} could not be stopped, and stays.`)
    rmSync(path)
    systemctl('daemon-reload')
    say('The service is removed. Data and settings are where they were; "npm start" runs the site.')
    return 0
  }

  const unknown = variablesOfShell(root, machine.env)
  if (unknown.length > 0)
    return refuse(`A service does not know this terminal. Write into .env first: ${unknown.join(', ')}`)
  // The site of a directory belongs to whoever owns the directory: with npm run as root, its files stay theirs.
  const { uid, gid } = statSync(root)
  const user = isRoot ? machine.nameOf(uid, 'user') : undefined
  const group = isRoot ? machine.nameOf(gid, 'group') : undefined
  if (isRoot && (user === undefined || group === undefined))
    return refuse(`${root} belongs to nobody that this machine knows. Give it to somebody first: chown.`)
  mkdirSync(directory, { recursive: true })
  writeFileSync(path, unitOf({ root, node: machine.node, user, group }), { mode: 0o644 })
  if (systemctl('daemon-reload') !== 0 || systemctl('enable', name) !== 0 || systemctl('restart', name) !== 0)
    return refuse(
      `${path} is written, but systemd did not start it. Look with: ${shown} status ${name}. Try again with the same command.`,
    )
  say(`The site is a service now: it starts with the machine, and again when it fails.`)
  say(`  ${shown} status ${name} · journalctl ${[...scope, '-u'].join(' ')} ${name} -f`)
  say(
    '  A site that runs in a terminal goes on until it is stopped there (Ctrl-C); then the service takes over.',
  )
  say('  The link that makes the first Owner: npm run cli -- setup-link')
  if (!isRoot && run('loginctl', ['enable-linger']) !== 0)
    say('  It stops when you sign out. So that it does not, as root: loginctl enable-linger <your name>')
  return 0
}

/**
 * Variables of the site that are set here and that .env does not set.
 * @param {string} root @param {Readonly<Record<string, string | undefined>>} env
 */
const variablesOfShell = (root, env) => {
  const file = join(root, '.env')
  const written = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)]
    .map(([, variable = '']) => variable)
    .filter((variable) => (env[variable] ?? '') !== '')
    .filter((variable) => !new RegExp(`^\\s*(?:export\\s+)?${variable}\\s*=`, 'm').test(written))
}
