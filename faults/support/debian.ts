import { existsSync } from 'node:fs'
import { run } from '../../scripts/lib/run.mjs'

/** Installs a Debian package when this machine allows it, and answers whether `file` is there afterwards. */
export function debianFile(file: string, packages: readonly string[]): boolean {
  if (existsSync(file)) return true
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing ${packages.join(', ')}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  run('apt-get', ['update', '-qq'], { env, quiet: true })
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env, quiet: true })
  return existsSync(file)
}
