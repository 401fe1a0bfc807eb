import { performance } from 'node:perf_hooks'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { bareOf } from './lib/bare.mjs'
import { compare, load, median, round } from './lib/load.mjs'
import { signUp, somePlayer } from './lib/people.mjs'

/** Documents of one member only would be those of nobody else. */
const members = 20

const gzip = { 'accept-encoding': 'gzip' }

/** Pages against a bare route that sends the same bytes from memory. */
export async function run() {
  const site = await sampleSite()
  const rows = []
  try {
    const paths = ['/', `/player/${await somePlayer(site.url)}`, '/social', '/rules']
    const cookies = []
    for (let n = 0; n < members; n += 1) cookies.push(await signUp(site.url, `bench-reader-${n}`))
    const [cookie] = cookies
    const bareFor = (headers) =>
      bareOf(
        site.url,
        paths.map((path) => ({ path, headers })),
      )
    const bare = await bareFor({})
    const bareForMember = await bareFor({ cookie })
    try {
      for (const path of paths) {
        for (const [how, headers] of [
          ['visitor', {}],
          ['visitor, gzip', gzip],
        ]) {
          rows.push(
            await compare({
              name: `${path} ${how}`,
              site: () => load(site.url + path, { headers }),
              bare: () => load(bare.url + path, { headers }),
            }),
          )
        }
        rows.push(
          await compare({
            name: `${path} signed in`,
            site: () =>
              load(site.url + path, { requests: cookies.map((one) => ({ path, headers: { cookie: one } })) }),
            bare: () => load(bareForMember.url + path, { headers: { cookie } }),
          }),
        )
      }
      console.table(rows)
      console.log(JSON.stringify({ uncachedMs: await uncached(site.url, paths) }))
    } finally {
      await bareForMember.stop()
      await bare.stop()
    }
  } finally {
    await site.stop()
  }
}

/** A query makes a page that nobody has asked for before. */
async function uncached(url, paths) {
  const result = {}
  for (const path of paths) {
    const times = []
    for (let n = 0; n < 40; n += 1) {
      const begun = performance.now()
      await (await fetch(`${url}${path}?n=${n}`)).arrayBuffer()
      times.push(performance.now() - begun)
    }
    result[path] = { first: round(times[0], 1), median: round(median(times), 1) }
  }
  return result
}
