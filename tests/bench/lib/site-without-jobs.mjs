import { root } from '../../../scripts/lib/root.mjs'

/**
 * The handlers of the site over HTTP, in this process, without its pages and its background jobs.
 * @param {import('vite').ViteDevServer} vite from `serverSources`
 * @param {NodeJS.ProcessEnv} environment
 * @param {string} databaseUrl
 */
export async function siteWithoutJobs(vite, environment, databaseUrl) {
  const load = (/** @type {string} */ file) => vite.ssrLoadModule(`/src/server/${file}`)
  const { readConfig } = await load('config.ts')
  const { createLogger } = await load('platform/logs/logger.ts')
  const { openContent } = await load('domains/content/store.ts')
  const { openSettings } = await load('domains/content/settings/settings.ts')
  const { createContext, startContext } = await load('context.ts')
  const { buildApp } = await load('app.ts')
  const config = readConfig(environment, root)
  const log = createLogger(config.logLevel)
  const content = await openContent(config, log, {})
  const context = createContext(config, { log, databaseUrl })
  const stopContext = await startContext(context)
  const settings = await openSettings(context, content)
  const app = await buildApp({ context, content, settings, web: undefined, isStopping: () => false })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    url,
    async stop() {
      await app.close()
      await stopContext()
      await context.database.close()
      await content.close()
    },
  }
}
