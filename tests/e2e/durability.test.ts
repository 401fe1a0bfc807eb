import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openEmbeddedPostgres } from '../../src/server/platform/database/embedded-postgres.ts'
import { endSite, type Site, startSite } from './support/site.ts'

const writers = 8
const postsInAll = 500
let site: Site | undefined
afterAll(() => endSite(site))

async function signIn(url: string, name: string): Promise<string> {
  const ask = (path: string) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: name, password: 'correct horse' }),
    })
  const registered = await ask('/api/register')
  const response = registered.status === 409 ? await ask('/api/login') : registered
  return response.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** Writes until all are written or the site is gone; returns the ids that were acknowledged. */
async function writePosts(url: string, cookies: readonly string[], onWritten: (count: number) => void) {
  const acknowledged: number[] = []
  let next = 0
  await Promise.all(
    cookies.map(async (cookie) => {
      while (next < postsInAll) {
        next += 1
        const response = await fetch(`${url}/api/posts`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ content: `post ${next}` }),
          signal: AbortSignal.timeout(10_000),
        }).catch(() => undefined)
        if (response?.status !== 201) continue
        acknowledged.push(((await response.json()) as { id: number }).id)
        onWritten(acknowledged.length)
      }
    }),
  )
  return acknowledged
}

async function withDatabase<T>(
  dataDir: string,
  work: (client: Client, directory: string) => Promise<T>,
): Promise<T> {
  const store = await openEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), as: 'guest' })
  const client = new Client({ connectionString: store.superuserUrl.replace(/\/postgres\?/, '/vulx?') })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ setting: string }>(
      "SELECT current_setting('data_directory') AS setting",
    )
    return await work(client, rows[0]?.setting ?? '')
  } finally {
    await client.end()
    await store.stop()
  }
}

const postmasterOf = (dataDir: string) =>
  withDatabase(dataDir, async (_client, directory) =>
    Number((await readFile(`${directory}/postmaster.pid`, 'utf8')).split('\n', 1)[0]),
  )

async function expectAllThere(dataDir: string, ids: readonly number[]) {
  await withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM posts WHERE id = ANY($1)',
      [ids],
    )
    expect(rows[0]?.n).toBe(ids.length)
  })
}

test.each(['the site', 'the postmaster'])(
  'kill -9 of %s in the middle of 500 posts from 8 writers: after a restart every acknowledged post is there; three rounds',
  async (victim) => {
    let dataDir: string | undefined
    for (let round = 0; round < 3; round += 1) {
      const running = await startSite({}, dataDir)
      site = running
      dataDir = running.dataDir
      const cookies: string[] = []
      for (let n = 0; n < writers; n += 1) cookies.push(await signIn(running.url, `Writer ${n}`))
      const postmaster = await postmasterOf(dataDir)
      let killed: Promise<void> | undefined
      const acknowledged = await writePosts(running.url, cookies, (count) => {
        if (count < 100 + round * 90 || killed !== undefined) return
        killed =
          victim === 'the site' ? running.kill() : Promise.resolve(void process.kill(postmaster, 'SIGKILL'))
      })
      await killed
      expect(acknowledged.length).toBeGreaterThanOrEqual(100)
      if (victim === 'the site') expect(acknowledged.length).toBeLessThan(postsInAll)
      else await running.stop()
      site = await startSite({}, dataDir)
      await expectAllThere(dataDir, acknowledged)
      expect((await fetch(`${site.url}/api/posts?limit=1`)).status).toBe(200)
      if (round < 2) await site.stop()
    }
    await endSite(site)
    site = undefined
  },
  240_000,
)
