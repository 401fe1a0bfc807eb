import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'vite'
import { root } from '../../scripts/lib/root.mjs'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { recorder } from './recorder.mjs'

/** The sample site on a database that others may ask as well, with a line between them that can be listened to. */
export async function recordedSite() {
  const vite = await createServer({
    root,
    configFile: false,
    server: { middlewareMode: true },
    appType: 'custom',
    logLevel: 'error',
  })
  const { openEmbeddedPostgres } = await vite.ssrLoadModule('/src/server/platform/embedded-postgres.ts')
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const log = { info() {}, warn: console.error, error: console.error }
  const store = await openEmbeddedPostgres({ dataDir, log, as: 'guest' })
  const line = await recorder(store.appUrl)
  const site = await sampleSite({
    environment: { DATABASE_URL: line.url, MIGRATION_DATABASE_URL: store.ownerUrl, STATUS_POLL_MS: '60000' },
  })
  return {
    url: site.url,
    env: site.env,
    databaseUrl: store.appUrl,
    /** What the site asked the database for while `work` ran. @param {() => Promise<unknown>} work */
    async statementsOf(work) {
      line.begin()
      await work()
      const statements = line.end()
      // The site's own clockwork is not part of a request.
      return statements.filter(
        ({ text }) => !/pg_try_advisory_lock|^SELECT 1$|rate_limits|LISTEN/i.test(text),
      )
    },
    async stop() {
      await site.stop()
      await line.stop()
      await store.stop()
      await vite.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
