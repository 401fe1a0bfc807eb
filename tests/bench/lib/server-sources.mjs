import { createServer } from 'vite'
import { root } from '../../../scripts/lib/root.mjs'

/** The server's own sources: `ssrLoadModule` one by its path, and `close` at the end. */
export const serverSources = () =>
  createServer({
    root,
    configFile: false,
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
  })
