import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withSetupLock } from './lock.mjs'
import { root } from './root.mjs'

/** An archive of `npm run release` is installed and built, and has no sources. */
const isArchive = () => !existsSync(join(root, 'src'))

/** Ends the process with one line when this archive is one for other machines. */
const requirePlatform = () => {
  const { os, cpu } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  if (os?.includes(process.platform) && cpu?.includes(process.arch)) return
  console.error(`This archive is for ${os}-${cpu}, and this machine is ${process.platform}-${process.arch}.`)
  process.exit(1)
}

/**
 * Installs and builds what is missing; does nothing, quickly, when all is there.
 * @param {{ quiet?: boolean, built?: boolean, tools?: boolean }} [options] quiet: standard output stays free; built: false
 *   to install only; tools: with the packages that only tests and documents need
 */
export const prepare = async ({ quiet = false, built = true, tools = false } = {}) => {
  if (isArchive()) return requirePlatform()
  if (isInstalled({ tools }) && (!built || isBuilt())) return
  await withSetupLock(() => {
    if (!isInstalled({ tools })) install({ quiet, tools })
    if (built && !isBuilt()) build({ quiet })
  })
}
