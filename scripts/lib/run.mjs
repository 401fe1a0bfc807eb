import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Runs a program in the checkout and waits. Its output joins ours; with `quiet` all of it goes to standard error.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options]
 * @returns {number} its exit code; 127 when it could not be started
 */
export const run = (program, args, { env = {}, quiet = false } = {}) => {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', quiet ? 2 : 'inherit', 'inherit'],
    shell: process.platform === 'win32' && program === 'npm',
  })
  if (error) return 127
  return status ?? 1
}

/**
 * Runs a tool out of node_modules without a shell or npm between.
 * @param {string} file its script below node_modules
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options]
 */
export const runTool = (file, args, options) =>
  run(process.execPath, [join(root, 'node_modules', file), ...args], options)
