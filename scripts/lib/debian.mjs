import { existsSync } from 'node:fs'
import { run } from './run.mjs'

/** Installs packages of Debian where this process may: as root, with apt-get. @param {string} title @param {string[]} packages */
export const installPackages = (title, ...packages) => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log(`Installing ${title}`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  // An installation that was interrupted stops all later ones.
  run('dpkg', ['--configure', '-a'], { env })
  run('apt-get', ['update', '-qq'], { env })
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env })
}
