import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withSetupLock } from './lock.mjs'

/**
 * Installs and builds what is missing; does nothing, quickly, when all is there.
 * @param {{ quiet?: boolean, built?: boolean }} [options] quiet: standard output stays free; built: false to install only
 */
export const prepare = async ({ quiet = false, built = true } = {}) => {
  if (isInstalled() && (!built || isBuilt())) return
  await withSetupLock(() => {
    if (!isInstalled()) install({ quiet })
    if (built && !isBuilt()) build({ quiet })
  })
}
