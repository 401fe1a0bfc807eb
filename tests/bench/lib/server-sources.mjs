import { createServer } from 'vite'
import { messageMacros } from '../../../scripts/lib/message-macros.mjs'
import { root } from '../../../scripts/lib/root.mjs'

/** The server's own sources: `ssrLoadModule` one by its path, and `close` at the end. */
export const serverSources = () =>
  createServer({
    root,
    configFile: false,
    plugins: [messageMacros()],
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
  })
