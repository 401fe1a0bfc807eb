import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { main } from './main.ts'
import { rendererOf } from './web-bundle.ts'

/** Runs the site from its sources: pages are rendered with the current files, and the browser reloads changes. */
export const startDev = (vite: ViteDevServer): Promise<void> =>
  main({
    loadWeb: async () => ({
      middleware: vite.middlewares,
      async render(request, page) {
        const build = await vite.ssrLoadModule('virtual:react-router/server-build')
        return rendererOf(build as ServerBuild, 'development')(request, page)
      },
    }),
  })
