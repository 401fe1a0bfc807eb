import { isInstalled } from './install.mjs'
import { one, vitest } from './results.mjs'
import { run } from './run.mjs'

/** tests/game runs the plugin as operators build it. */
const packages = ['tests/game', 'integrations/serenity']

/** Nothing of these packages is compiled: a native one brings its library along (tests/game/raknet-prebuild.mjs). */
const installPackages = (directory) =>
  isInstalled(directory) ||
  run('npm', ['ci', '--prefix', directory, '--ignore-scripts', '--no-audit', '--no-fund']) === 0

/**
 * Real clients on a real game server, which reports to the built site.
 * @param {string} browser
 * @param {{ liveMs?: number }} [bounds] `liveMs`: from the end of a duel to the open board that shows it
 * @returns {import('./results.mjs').Counts}
 */
export const game = (browser, { liveMs } = {}) => {
  for (const directory of packages) {
    if (installPackages(directory)) continue
    console.error(`The packages of ${directory} could not be installed: is the npm registry within reach?`)
    return one(false)
  }
  if (run(process.execPath, ['integrations/serenity/build.mjs']) !== 0) return one(false)
  // Each step begins where the one before it ended.
  const env = { CHROMIUM_PATH: browser, ...(liveMs !== undefined && { LIVE_MS: String(liveMs) }) }
  return vitest('game', ['game'], { env, reporter: 'verbose', bail: 1 })
}
