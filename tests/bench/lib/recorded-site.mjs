import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleSite } from '../../../scripts/lib/sample-site.mjs'
import { recorder } from './recorder.mjs'
import { serverSources } from './server-sources.mjs'
import { siteWithoutJobs } from './site-without-jobs.mjs'

/** The sample site on a database that others may ask as well, with a line between them that can be listened to. */
export async function recordedSite() {
  const vite = await serverSources()
  const { openEmbeddedPostgres } = await vite.ssrLoadModule(
    '/src/server/platform/database/embedded-postgres.ts',
  )
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const log = { info() {}, warn: console.error, error: console.error }
  const store = await openEmbeddedPostgres({ dataDir, log, as: 'guest' })
  const site = await sampleSite({
    environment: {
      DATABASE_URL: store.appUrl,
      MIGRATION_DATABASE_URL: store.ownerUrl,
      STATUS_POLL_MS: '60000',
    },
  })
  return {
    url: site.url,
    env: site.env,
    databaseUrl: store.appUrl,
    /**
     * Statements of the site during the second of two calls of `work`. The calls go to a site without jobs, whose
     * statements would be mixed with those of the request; the site that is measured speaks to the database directly.
     * @param {(url: string) => Promise<unknown>} work
     */
    async statementsOf(work) {
      const line = await recorder(store.appUrl)
      const witness = await siteWithoutJobs(vite, site.env, line.url)
      try {
        await work(witness.url)
        // What is kept for visitors is over by then: an answer is recorded that is made.
        await sleep(1_000)
        line.begin()
        await work(witness.url)
        // Limits are counted and the poller is elected beside requests.
        return line
          .end()
          .filter(({ text }) => !/pg_try_advisory_lock|^SELECT 1$|rate_limits|LISTEN/i.test(text))
      } finally {
        await witness.stop()
        await line.stop()
      }
    },
    async stop() {
      await site.stop()
      await store.stop()
      await vite.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
