import { compare, load } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'
import { recordedSite } from './lib/recorded-site.mjs'
import { replay } from './lib/replay.mjs'

const clients = 10
const seconds = Number(process.env.BENCH_SECONDS ?? 3)

/** Writing a post against the same SQL statements sent by a bare client. */
export async function run() {
  const site = await recordedSite()
  try {
    const cookie = await signUp(site.url, 'bench-author')
    const post = {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'A post as people write them, of a sentence or two.' }),
    }
    const ask = async (url) => {
      const response = await fetch(`${url}/api/posts`, post)
      if (response.status !== 201)
        throw new Error(`posting answered ${response.status}: ${await response.text()}`)
    }
    const statements = await site.statementsOf(ask)
    console.log(
      JSON.stringify({ statements: statements.map(({ text }) => text.replace(/\s+/g, ' ').slice(0, 80)) }),
    )
    const row = await compare({
      name: 'POST /api/posts',
      site: () =>
        load(`${site.url}/api/posts`, { ...post, connections: clients, duration: seconds, expect: 201 }),
      bare: () => replay({ databaseUrl: site.databaseUrl, statements, clients, seconds }),
    })
    console.table([row])
  } finally {
    await site.stop()
  }
}
