import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { root as checkout } from './lib/root.mjs'
import { service } from './lib/service.mjs'
import { readUnit } from './lib/unit.mjs'

const home = mkdtempSync(join(tmpdir(), 'service-'))
afterAll(() => rmSync(home, { recursive: true }))

const root = join(home, 'my "100%" site')
const units = join(home, 'units')
const unit = join(units, 'vulx.service')

/** @type {string[]} */ let commands
/** @type {string[]} */ let lines
/** Commands that fail. @type {RegExp} */ let failing

beforeEach(() => {
  for (const directory of [root, units]) {
    rmSync(directory, { recursive: true, force: true })
    mkdirSync(directory)
  }
  writeFileSync(join(root, '.env.example'), readFileSync(join(checkout, '.env.example')))
  commands = []
  lines = []
  failing = /^$/
})

/** @param {string[]} args @param {Partial<import('./lib/service.mjs').Machine>} [differing] */
const serviceOf = (args, differing = {}, directory = root) =>
  service(directory, args, {
    platform: 'linux',
    hasSystemd: true,
    isRoot: true,
    node: process.execPath,
    systemUnits: units,
    userUnits: join(home, 'own/units'),
    env: {},
    nameOf: (id, kind) => `${kind}${id}`,
    run: (program, words) => {
      const command = [program, ...words].join(' ')
      commands.push(command)
      return failing.test(command) ? 1 : 0
    },
    say: (line) => lines.push(line),
    ...differing,
  })

describe('[settings.98] npm run service refuses with the reason, and changes nothing', () => {
  test.each(
    /** @type {[string, string[], Partial<import('./lib/service.mjs').Machine>, RegExp][]} */ ([
      ['another system', [], { platform: 'darwin' }, /needs Linux with systemd.*npm start/],
      ['no systemd', [], { hasSystemd: false }, /needs Linux with systemd/],
      ['an unknown word', ['stop'], {}, /^Usage: npm run service \[-- remove\]$/],
      ['an owner of the directory without a name', [], { nameOf: () => undefined }, /belongs to nobody/],
      [
        'a variable of the terminal',
        [],
        { env: { GAME_HOST: 'a', PORT: '1' } },
        /into \.env.*PORT, GAME_HOST/,
      ],
      ['nothing to remove', ['remove'], {}, /There is no .*vulx\.service/],
    ]),
  )('%s', (_, args, differing, reason) => {
    expect(serviceOf(args, differing)).toBe(1)
    expect(lines.join('\n')).toMatch(reason)
    expect([commands, existsSync(unit)]).toEqual([[], false])
  })

  test.each([[[]], [['remove']]])('a unit that somebody else wrote, and one of another site: %j', (args) => {
    writeFileSync(unit, '[Service]\nExecStart=/bin/true\n')
    expect(serviceOf(args)).toBe(1)
    expect(readFileSync(unit, 'utf8')).toBe('[Service]\nExecStart=/bin/true\n')
    rmSync(unit)
    expect(serviceOf([], {}, checkout)).toBe(0)
    const present = readFileSync(unit, 'utf8')
    commands = []
    expect(serviceOf(args)).toBe(1)
    expect(lines.at(-1)).toMatch(/another directory/)
    expect([commands, readFileSync(unit, 'utf8')]).toEqual([[], present])
  })

  test('on this machine as it is, when it has no systemd', () => {
    if (existsSync('/run/systemd/system')) return
    const { status, stdout } = spawnSync(process.execPath, [join(checkout, 'scripts/service.mjs')], {
      encoding: 'utf8',
    })
    expect([status, stdout]).toEqual([1, expect.stringContaining('needs Linux with systemd')])
  })
})

describe('[settings.99] npm run service makes the site of its directory a service, again with the same result, and remove leaves its data', () => {
  test('as root: of the system, as the owner of the directory', () => {
    writeFileSync(join(root, '.env'), 'GAME_HOST=play.example\n')
    mkdirSync(join(root, 'data'))
    const env = { GAME_HOST: 'play.example' }
    expect(serviceOf([], { env })).toBe(0)
    const written = readFileSync(unit, 'utf8')
    const started = [
      'systemctl daemon-reload',
      'systemctl enable vulx.service',
      'systemctl restart vulx.service',
    ]
    expect(commands).toEqual(started)
    expect(readUnit(unit)).toMatchObject({
      user: expect.stringMatching(/^user\d+$/),
      environment: { NODE_ENV: 'production' },
    })
    const [, script = ''] = /^ExecStart="\S+" \S+ (\S+)$/m.exec(written) ?? []
    expect(existsSync(join(checkout, script)), script).toBe(true)
    expect(serviceOf([], { env })).toBe(0)
    expect([readFileSync(unit, 'utf8'), commands]).toEqual([written, [...started, ...started]])

    failing = /disable/
    expect([serviceOf(['remove']), existsSync(unit)]).toEqual([1, true])
    failing = /^$/
    commands = []
    expect([serviceOf(['remove']), existsSync(unit)]).toEqual([0, false])
    expect(commands).toEqual(['systemctl disable --now vulx.service', 'systemctl daemon-reload'])
    expect(existsSync(join(root, 'data'))).toBe(true)
  })

  test('as a user: of that user, also while nobody is signed in, or it is said how', () => {
    const own = { isRoot: false }
    expect(serviceOf([], own)).toBe(0)
    expect([readUnit(join(home, 'own/units/vulx.service')).user, existsSync(unit)]).toEqual(['root', false])
    expect(commands).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable vulx.service',
      'systemctl --user restart vulx.service',
      'loginctl enable-linger',
    ])
    failing = /linger/
    expect(serviceOf([], own)).toBe(0)
    expect(lines.at(-1)).toMatch(/as root: loginctl enable-linger/)
    failing = /restart/
    expect(serviceOf([], own)).toBe(1)
    expect(lines.at(-1)).toMatch(/did not start it.*systemctl --user status/)
  })

  test('systemd reads the unit as it is meant, with quotes, spaces and % in the path', () => {
    if (spawnSync('systemd-analyze', ['--version']).error) return
    expect(serviceOf([], { nameOf: () => 'root' })).toBe(0)
    mkdirSync(join(root, 'scripts'))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    expect(verified.stderr.split('\n').filter((line) => line.includes('vulx.service'))).toEqual([])
    expect(verified.error).toBeUndefined()
    expect(execFileSync('cat', [unit], { encoding: 'utf8' })).toContain('my "100%%" site')
  })
})
