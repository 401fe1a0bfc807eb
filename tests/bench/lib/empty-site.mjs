import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { root } from '../../../scripts/lib/root.mjs'
import { requireAccepted } from './duels.mjs'
import { serverSources } from './server-sources.mjs'
import { siteOn } from './site-on.mjs'

/**
 * An empty, migrated database with a client of its owner, and a game server's key. `start` starts the site on it, `report`
 * sends it events. Call `stop` at the end; it removes everything.
 */
export async function emptySite() {
  const vite = await serverSources()
  const sources = (/** @type {string} */ path) => vite.ssrLoadModule(path)
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  chmodSync(dataDir, 0o755)
  const undo = [() => rmSync(dataDir, { recursive: true, force: true }), () => vite.close()]
  const stop = async () => {
    for (const step of undo.reverse()) await step()
  }
  try {
    const { openEmbeddedPostgres } = await sources('/src/server/platform/database/embedded-postgres.ts')
    const { migrate } = await sources('/src/server/platform/database/migrations.ts')
    const { appRole } = await sources('/src/server/platform/database/embedded-postgres/roles.ts')
    const { hashKey } = await sources('/src/server/domains/matches/ledger/queries/keys.ts')
    const { openDatabase } = await sources('/src/server/platform/database/database.ts')
    const log = { info() {}, warn: console.error, error: console.error }
    const store = await openEmbeddedPostgres({ dataDir, log, as: 'guest' })
    undo.push(() => store.stop())
    const schema = { directory: join(root, 'migrations'), sqlDirectory: join(root, 'sql'), appRole }
    await migrate({ url: store.ownerUrl, ...schema, log })
    const client = new pg.Client({ connectionString: store.ownerUrl })
    await client.connect()
    undo.push(() => client.end())
    const secret = `bench-${randomUUID()}`
    await client.query(`INSERT INTO game_servers (name, secret_hash) VALUES ('Bench', $1)`, [hashKey(secret)])
    let site
    return {
      client,
      sources,
      /** Of the game server, whose id is 1. */
      secret,
      stop,
      /** As the site opens it, without a statement timeout. */
      openDatabase() {
        const database = openDatabase({ url: store.appUrl, log, noStatementTimeout: true })
        undo.push(() => database.close())
        return database
      },
      /** @param {Record<string, string>} [environment] */
      async start(environment) {
        site = await siteOn(dataDir, environment)
        undo.push(() => site.stop())
        return site
      },
      /** @param {object[]} events @throws unless all were stored */
      async report(events) {
        const response = await fetch(`${site.url}/api/ingest/events`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
          body: JSON.stringify({ events }),
        })
        requireAccepted(await response.json())
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
