import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'
import { run } from './run.mjs'

const version = '24.21.0'
const prefix = join(root, '.cache/node24')
const program = join(prefix, 'node_modules/node/bin/node')

/**
 * The other Node of the tests, kept under an ignored prefix: as a dependency it would replace the system's in every
 * script. @returns {string | undefined} its path
 */
export const node24 = () => {
  if (process.versions.node === version) return process.execPath
  if (existsSync(program)) return program
  console.log(`Installing Node ${version} for the second run`)
  mkdirSync(prefix, { recursive: true })
  // The package fetches its program in an install script; newer npm wants that said.
  writeFileSync(join(prefix, 'package.json'), JSON.stringify({ private: true, allowScripts: { node: true } }))
  run('npm', ['install', '--prefix', prefix, '--no-save', '--ignore-scripts=false', `node@${version}`])
  return existsSync(program) ? program : undefined
}
