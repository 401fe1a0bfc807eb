import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Runs a program in the checkout and waits. Its output joins ours; with `quiet` all of it goes to standard error.
 * @param {string} program
 * @param {readonly string[]} args
 * `without`: lines of it that nobody needs to read; the others then come when it has ended.
 * @param {{ env?: Record<string, string>, quiet?: boolean, without?: RegExp }} [options]
 * @returns {number} its exit code; 127 when it could not be started
 */
export const run = (program, args, { env = {}, quiet = false, without } = {}) => {
  const out = quiet ? process.stderr : process.stdout
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: without ? ['ignore', 'pipe', 'pipe'] : ['ignore', quiet ? 2 : 'inherit', 'inherit'],
    maxBuffer: Number.POSITIVE_INFINITY,
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (without) {
    out.write(linesWithout(String(stdout ?? ''), without))
    process.stderr.write(linesWithout(String(stderr ?? ''), without))
  }
  if (error) return 127
  return status ?? 1
}

/** Begins a line of its own, after that of its stage. @param {string} text @param {RegExp} unwanted */
const linesWithout = (text, unwanted) => {
  const lines = text.split(/(?<=\n)/).filter((line) => line !== '' && !unwanted.test(line.trimEnd()))
  return lines.length === 0 ? '' : `\n${lines.join('')}`
}

/**
 * Prints one line on standard error: what is done, and how long it took.
 * @param {string} title
 * @param {() => number} work returns an exit code
 */
export const stage = (title, work) => {
  const begun = Date.now()
  process.stderr.write(`${title} … `)
  const code = work()
  process.stderr.write(code === 0 ? `${((Date.now() - begun) / 1000).toFixed(1)} s\n` : 'failed\n')
  return code
}

/**
 * Runs a tool out of node_modules without a shell or npm between.
 * @param {string} file its script below node_modules
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean, without?: RegExp }} [options]
 */
export const runTool = (file, args, options) =>
  run(process.execPath, [join(root, 'node_modules', file), ...args], options)

/**
 * Runs a Node program in the checkout beside others.
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number, output: string }>} `output`: what it printed, errors among it
 */
export const runBeside = (args) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
