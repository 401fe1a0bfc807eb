import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { bareOf } from './lib/bare.mjs'
import { compare, load } from './lib/load.mjs'
import { somePlayer } from './lib/people.mjs'

/** API reads of visitors against a bare route that sends the same bytes from memory. */
export async function run() {
  const site = await sampleSite()
  try {
    const id = await somePlayer(site.url)
    const paths = [
      '/api/minecraft/status',
      '/api/posts',
      '/api/leaderboard?limit=100',
      '/api/players/search?username=a1b',
      `/api/stats/${id}`,
    ]
    const bare = await bareOf(
      site.url,
      paths.map((path) => ({ path })),
    )
    const rows = []
    try {
      for (const path of paths) {
        rows.push(
          await compare({
            name: path,
            site: () => load(site.url + path),
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
