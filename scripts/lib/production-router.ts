import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const builds = new Map([
  ['react-router', 'index.mjs'],
  ['react-router/dom', 'dom-export.mjs'],
])

const development = fileURLToPath(import.meta.resolve('react-router'))

/**
 * React Router's package leads every import to its development build, whose warnings weigh and are for developers.
 * A production build has the other one. @throws at build time when the package has no such file
 */
export const productionRouter = (): Plugin => ({
  name: 'production-router',
  enforce: 'pre',
  apply: 'build',
  async resolveId(source) {
    const file = builds.get(source)
    if (file === undefined) return null
    const path = development.replace(/[\\/]dist[\\/]development[\\/].*$/, `/dist/production/${file}`)
    const found = await this.resolve(path)
    if (found === null) throw new Error(`react-router has no ${path}`)
    return found
  },
})
