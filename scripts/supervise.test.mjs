import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { root } from './lib/root.mjs'

const home = mkdtempSync(join(tmpdir(), 'supervise-'))
afterAll(() => rmSync(home, { recursive: true }))

const { href } = pathToFileURL(join(root, 'scripts/lib/supervise.mjs'))
/** A stage that leaves a daemon deaf to SIGTERM, one with an empty environment, and a file; `code`: then exits with it. */
const stages = (name, code) => `
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
const dir = process.env.TMPDIR
const options = { detached: true, stdio: 'ignore' }
const deaf = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"
const one = spawn(process.execPath, ['-e', deaf], options)
const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', dir], { ...options, env: {} })
one.unref()
other.unref()
mkdirSync(dir + '/site-1')
writeFileSync(${JSON.stringify(join(home, name))}, JSON.stringify({ dir, pids: [process.pid, one.pid, other.pid] }))
${code === undefined ? 'setInterval(() => {}, 1000)' : `process.exit(${code})`}
`

/** Runs such stages. @param {string} name @param {number} [code] */
function start(name, code) {
  const file = join(home, `${name}.mjs`)
  writeFileSync(file, stages(name, code))
  const main = `import(${JSON.stringify(href)}).then(async ({ supervise }) => { process.exitCode = await supervise([${JSON.stringify(file)}]) })`
  const child = spawn(process.execPath, ['-e', main], { stdio: 'ignore' })
  return { child, ended: new Promise((resolve) => child.once('exit', resolve)), note: join(home, name) }
}

/** A process that has ended, and that nobody has waited for, has no command line. */
const isRunning = (pid) =>
  existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''

/** What is left of a run. @param {{ dir: string, pids: number[] }} started */
const leftOf = ({ dir, pids }) => [...pids.filter(isRunning), ...(existsSync(dir) ? [dir] : [])]

async function noted(path) {
  while (!existsSync(path) || readFileSync(path, 'utf8') === '') await pause(20)
  return JSON.parse(readFileSync(path, 'utf8'))
}

test.each(['SIGINT', 'SIGTERM'])(
  '[green.60] %s to the tests ends whatever they started, and nothing of it is left',
  async (signal) => {
    const { child, ended, note } = start(signal)
    const started = await noted(note)
    expect(leftOf(started)).toHaveLength(4)
    child.kill(signal)
    expect(await ended).toBe(signal === 'SIGINT' ? 130 : 143)
    expect(leftOf(started)).toEqual([])
  },
)

test('[green.60] SIGTERM to the stages alone ends the rest as well', async () => {
  const { ended, note } = start('stages')
  const started = await noted(note)
  process.kill(started.pids[0], 'SIGTERM')
  expect(await ended).toBe(143)
  expect(leftOf(started)).toEqual([])
})

test.each([0, 1])('[green.61] tests that end with %i pass it on, and leave nothing running', async (code) => {
  const { ended, note } = start(`code-${code}`, code)
  expect(await ended).toBe(code)
  expect(leftOf(await noted(note))).toEqual([])
})
