import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const { resolve } = createRequire(import.meta.url)
const plain = '\0plain-react'

/**
 * React is CommonJS. A bundler gives whoever imports it a copy whose every name is a getter, since such a module might
 * change what it exports; rendering a page asks thousands of times. Here its names are read once. Who requires React, as
 * its own renderer does, has the same one as before.
 */
export const plainReact = (): Plugin => ({
  name: 'plain-react',
  enforce: 'pre',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: (source, _importer, { kind }) =>
    source === 'react' && kind === 'import-statement' ? plain : null,
  async load(id) {
    if (id !== plain) return null
    const { default: react } = await import('react')
    return `import react from ${JSON.stringify(resolve('react'))}
export const { ${Object.keys(react).join(', ')} } = react
export default react`
  },
})
