import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './lib/root.mjs'
import { environmentFile, readUnit } from './lib/unit.mjs'

const home = mkdtempSync(join(tmpdir(), 'unit-'))
afterAll(() => rmSync(home, { recursive: true }))

test('an environment file is read as systemd reads it: spaces and # without quotes, quotes, escapes, comments', () => {
  const text = `# a comment
; another
SITE_NAME=Fox Network
DATABASE_URL=postgresql://vulx_app:p#ss%20w@db:5432/vulx?a=b
QUOTED="two  words \\"inside\\""
SINGLE='as it \\ is'
EMPTY=
LONG=one\\
two
`
  expect(environmentFile(text)).toEqual({
    SITE_NAME: 'Fox Network',
    DATABASE_URL: 'postgresql://vulx_app:p#ss%20w@db:5432/vulx?a=b',
    QUOTED: 'two  words "inside"',
    SINGLE: 'as it \\ is',
    EMPTY: '',
    LONG: 'onetwo',
  })
})

test('a unit says who, where and with what; drop-ins and its files win over it, and a missing file is said', () => {
  const path = join(home, 'vulx.service')
  const env = join(home, 'site.env')
  writeFileSync(env, 'PORT=3007\n')
  writeFileSync(
    path,
    `[Service]
User=vulx
Group=vulx
WorkingDirectory=/opt/vulx
Environment=NODE_ENV=production "SITE_NAME=Fox Network"
Environment=PORT=3001
EnvironmentFile=${env}
EnvironmentFile=-${home}/not-there.env
`,
  )
  mkdirSync(`${path}.d`)
  writeFileSync(`${path}.d/10.conf`, '[Service]\nUser=fox\nEnvironment=DATA_DIR=/srv/fox\n')
  expect(readUnit(path)).toEqual({
    user: 'fox',
    group: 'vulx',
    directory: '/opt/vulx',
    environment: { NODE_ENV: 'production', SITE_NAME: 'Fox Network', PORT: '3007', DATA_DIR: '/srv/fox' },
  })
  writeFileSync(`${path}.d/20.conf`, `[Service]\nEnvironmentFile=${home}/missing.env\n`)
  expect(() => readUnit(path)).toThrow(/ENOENT.*missing\.env/)
})

test('deploy/vulx-cli says in a sentence which unit or user is not there', () => {
  const run = (/** @type {string} */ unit) =>
    spawnSync(join(root, 'deploy/vulx-cli'), ['user', 'list'], {
      encoding: 'utf8',
      env: { ...process.env, VULX_UNIT: unit },
    })
  const none = run(join(home, 'none.service'))
  expect([none.status, none.stdout]).toEqual([1, ''])
  expect(none.stderr).toMatch(/^The unit cannot be read: ENOENT.*none\.service.*VULX_UNIT\.\n$/)
  const path = join(home, 'nobody.service')
  writeFileSync(path, '[Service]\nUser=vulx-who-is-not-there\nWorkingDirectory=/\n')
  expect(run(path)).toMatchObject({
    status: 1,
    stderr: `There is no user vulx-who-is-not-there, whom ${path} names.\n`,
  })
})
