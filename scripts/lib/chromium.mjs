import { existsSync } from 'node:fs'
import { installPackages } from './debian.mjs'

const commonPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const shellPath = '/usr/bin/chromium-headless-shell'

/** @param {string[]} paths */
const find = (paths) => [process.env.CHROMIUM_PATH, ...paths].find((path) => path && existsSync(path))

/** @param {string} package_ of Debian, installed where this process may @param {string[]} paths */
const findOrInstall = (package_, paths) => {
  const found = find(paths)
  if (found) return found
  installPackages('Chromium', package_)
  return find(paths)
}

/** A whole browser, which pages are measured in. @returns {string | undefined} */
export const chromium = () => findOrInstall('chromium', commonPaths)

/**
 * The browser of the journeys: Chromium without its windows. It takes little more than half the processor time, most of
 * which would go into drawing by software. Where there is none, a whole one.
 * @returns {string | undefined}
 */
export const headlessChromium = () => findOrInstall('chromium-headless-shell', [shellPath]) ?? chromium()
