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

const find = () => [process.env.CHROMIUM_PATH, ...commonPaths].find((path) => path && existsSync(path))

/** The browser of the journeys; installs Debian's package when it may. @returns {string | undefined} */
export const chromium = () => {
  const found = find()
  if (found) return found
  installPackages('Chromium', 'chromium')
  return find()
}
