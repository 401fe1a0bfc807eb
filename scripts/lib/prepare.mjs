import { build, isBuilt } from './build.mjs'
import { install, isInstalled } from './install.mjs'
import { withSetupLock } from './lock.mjs'

/**
 * Installs and builds what is missing; does nothing, quickly, when all is there.
 * @param {{ quiet?: boolean, built?: boolean, tools?: boolean }} [options] quiet: standard output stays free; built: false
 *   to install only; tools: with the packages that only tests and documents need
 */
export const prepare = async ({ quiet = false, built = true, tools = false } = {}) => {
  if (isInstalled({ tools }) && (!built || isBuilt())) return
  await withSetupLock(() => {
    if (!isInstalled({ tools })) install({ quiet, tools })
    if (built && !isBuilt()) build({ quiet })
  })
}
