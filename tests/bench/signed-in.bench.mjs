import { bareProcess } from './lib/bare.mjs'
import { compare, load } from './lib/load.mjs'
import { signUp, somePlayer } from './lib/people.mjs'
import { recordedSite } from './lib/recorded-site.mjs'
import { packed } from './lib/replay.mjs'

/** API reads of a member against a bare route that issues the same SQL statements and sends the same bytes. */
export async function run() {
  const site = await recordedSite()
  try {
    const cookie = await signUp(site.url, 'bench-member')
    const headers = { cookie }
    const paths = ['/api/user', '/api/posts', '/api/leaderboard', `/api/stats/${await somePlayer(site.url)}`]
    const routes = []
    for (const path of paths) {
      const statements = await site.statementsOf(async (url) => (await fetch(url + path, { headers })).text())
      const response = await fetch(site.url + path, { headers })
      routes.push({
        path,
        statements: packed(statements),
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: await response.text(),
      })
      console.log(JSON.stringify({ path, statements: statements.length }))
    }
    const bare = await bareProcess('bare-sql-server.mjs', { databaseUrl: site.databaseUrl, routes })
    const rows = []
    try {
      for (const path of paths) {
        rows.push(
          await compare({
            name: `${path} signed in`,
            site: () => load(site.url + path, { headers }),
            bare: () => load(bare.url + path),
          }),
        )
      }
    } finally {
      await bare.stop()
    }
    console.table(rows)
  } finally {
    await site.stop()
  }
}
