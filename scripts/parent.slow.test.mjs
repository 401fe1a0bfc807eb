import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './lib/root.mjs'

let dir
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'parent-'))
  const { href } = pathToFileURL(join(root, 'scripts/lib/parent.mjs'))
  const says = `import { waitingParents } from '${href}'\nconsole.log(JSON.stringify(waitingParents().length))\n`
  writeFileSync(join(dir, 'says.mjs'), says)
  // What follows keeps the shell from becoming the program.
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ scripts: { start: 'node says.mjs; true' } }))
  writeFileSync(join(dir, 'daemon.sh'), 'node says.mjs\ntrue\n')
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** How many processes wait for a program that is started like this. */
async function watched(program, ...words) {
  const { stdout } = spawn(program, words, { cwd: dir, stdio: ['ignore', 'pipe', 'inherit'] })
  return Number((await text(stdout)).trim().split('\n').at(-1))
}

test('[green.06] a daemon is watched by nobody: one of nohup, setsid, a script or a service manager', async () => {
  expect(await watched(process.execPath, 'says.mjs')).toBe(0)
  expect(await watched('sh', '-c', 'nohup node says.mjs 2>&1 & wait')).toBe(0)
  expect(await watched('sh', '-c', '(setsid node says.mjs &) ; sleep 0')).toBe(0)
  expect(await watched('setsid', '--wait', 'node', 'says.mjs')).toBe(0)
  expect(await watched('sh', 'daemon.sh')).toBe(0)
})

test('[green.05] a program in the foreground stops with the shell that waits for it, and with npm behind that', async () => {
  expect(await watched('sh', '-c', 'node says.mjs; true')).toBe(1)
  expect(await watched('sh', '-ec', 'cd . && node says.mjs 2>&1; true')).toBe(1)
  expect(await watched('npm', 'start', '--silent')).toBe(2)
})
