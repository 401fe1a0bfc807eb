import { isInstalled } from './install.mjs'
import { run } from './run.mjs'

/** tests/game runs the plugin as operators build it. */
const packages = ['tests/game', 'integrations/serenity']

/** Nothing of these packages is compiled: a native one brings its library along (tests/game/raknet-prebuild.mjs). */
export const installPackagesOf = (directory) =>
  isInstalled({ directory }) ||
  run('npm', ['ci', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund']) === 0

/** Installs and builds what tests/game needs besides the site. @returns {boolean} whether it is there */
export const prepareGame = () => {
  for (const directory of packages) {
    if (installPackagesOf(directory)) continue
    console.error(`The packages of ${directory} could not be installed: is the npm registry within reach?`)
    return false
  }
  return run(process.execPath, ['integrations/serenity/build.mjs']) === 0
}
