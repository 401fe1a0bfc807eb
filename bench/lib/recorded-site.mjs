import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
     * What the site asks the database for during the second of two calls of `work`. Another process of the same site
     * says it, through the recorder: the one that is measured speaks to the database directly.
     * @param {(url: string) => Promise<unknown>} work
     */
    async statementsOf(work) {
      const line = await recorder(store.appUrl)
      const witness = await otherProcess({ ...site.env, DATABASE_URL: line.url })
      try {
        await work(witness.url)
        line.begin()
        await work(witness.url)
        // The site's own clockwork is not part of a request.
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

async function otherProcess(env) {
  const url = 'http://127.0.0.1:3993'
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...env, PORT: '3993' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => undefined)
    if (answer?.ok) break
    if (child.exitCode !== null) throw new Error('the second process did not start')
    await sleep(50)
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
