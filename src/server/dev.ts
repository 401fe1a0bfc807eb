import type { ServerBuild } from 'react-router'
import type { ViteDevServer } from 'vite'
import { main } from './main.ts'
import { rendererOf } from './web-bundle.ts'

/** The same site out of its sources: pages are rendered from what is on disk now, and the browser follows. */
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
