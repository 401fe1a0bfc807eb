import { performance } from 'node:perf_hooks'
import { emptySite } from './lib/empty-site.mjs'
import { median, round } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'

// The list of moderation cases on a site with 500 cases and on one with 50,000, asked in turns, so that whatever
// disturbs the machine disturbs both: pages, searches, counts, and a decision.

const sizes = [500, Number(process.env.BENCH_CASES ?? 50_000)]
const times = Number(process.env.BENCH_ROUNDS ?? 60)
/** Cases per statement: each is derived by a trigger of its statement. */
const batch = 5_000

export async function run() {
  const sites = []
  try {
    for (const cases of sizes) sites.push(await filled(cases))
    const figures = []
    for (const [name, work] of Object.entries(asked)) {
      const all = sites.map(() => [])
      for (let n = -5; n < times; n += 1) {
        for (const [index, site] of sites.entries()) {
          const begun = performance.now()
          await work(site)
          if (n >= 0) all[index].push(performance.now() - begun)
        }
      }
      const [few, many] = all.map((one) => round(median(one), 1))
      figures.push({ name, few, many, p99: round(all[1].sort((a, b) => a - b)[Math.floor(times * 0.99)], 1) })
    }
    print(figures)
  } finally {
    for (const site of sites) await site.stop()
  }
}

/**
 * A site with so many cases, half of them open. One case in four has a second report; a reporter has about four reports,
 * and one reported name in 20 holds "quartz", ten hold "zephyr".
 */
async function filled(cases) {
  const bench = await emptySite()
  try {
    const { client } = bench
    const begun = performance.now()
    await client.query(
      `INSERT INTO users (username, password_hash)
       SELECT CASE WHEN n % 20 = 0 THEN 'quartz' WHEN n % $2::int = 2 THEN 'zephyr' ELSE 'player' END || n, 'none'
       FROM generate_series(1, $1::int) AS n`,
      [cases, Math.floor(cases / 10)],
    )
    await client.query('ANALYZE users')
    for (let from = 1; from <= cases; from += batch)
      await client.query(
        `INSERT INTO moderation_reports (subject_type, subject_id, subject_user_id, reporter_id, reason, class, excerpt,
           status, decided_at, decided_by, created_at)
         SELECT 'player', n, n, 1 + (n * 7919 + second * 31) % $3::int, 'They fly over the bridge, number ' || n,
           (ARRAY['cheating', 'abuse', 'scam', 'boosting', 'other'])[1 + n % 5],
           (SELECT shown_name FROM users WHERE id = n),
           CASE WHEN n % 2 = 0 THEN 'open' WHEN n % 3 = 0 THEN 'actioned' ELSE 'dismissed' END,
           CASE WHEN n % 2 = 1 THEN now() - n * interval '1 minute' END, CASE WHEN n % 2 = 1 THEN 1 END,
           now() - n * interval '1 minute' - interval '1 hour'
         FROM generate_series($1::int, $2::int) AS n, generate_series(0, (n % 4 = 0)::int) AS second`,
        [from, Math.min(cases, from + batch - 1), Math.ceil(cases / 4)],
      )
    await client.query('VACUUM ANALYZE')
    const site = await bench.start()
    const cookie = await signUp(site.url, 'bench-owner')
    await client.query(`UPDATE users SET rank = 'Owner' WHERE username = 'bench-owner'`)
    console.log(`${cases} cases made in ${round((performance.now() - begun) / 1_000, 1)} s`)
    const open = await client.query('SELECT id FROM moderation_cases WHERE decided_at IS NULL ORDER BY id')
    return { url: site.url, cookie, open: open.rows.map(({ id }) => id), stop: bench.stop }
  } catch (error) {
    await bench.stop()
    throw error
  }
}

async function ask({ url, cookie }, path, body) {
  const response = await fetch(url + path, {
    headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** @param {(page: { cases: object[] }) => boolean} isExpected */
const list = (query, isExpected) => async (site) => {
  const page = await ask(site, `/api/admin/cases?limit=50&${query}`)
  if (!isExpected(page)) throw new Error(`${query} found ${page.cases.length} cases`)
}
const isFull = ({ cases }) => cases.length === 50

const asked = {
  'open, first page': list('', isFull),
  'decided, first page': list('state=decided', isFull),
  'open, of one class': list('class=cheating', isFull),
  'search, ten names': list('q=zephyr', ({ cases }) => cases.length > 0),
  'search, one name in 20': list('q=quartz', ({ cases }) => cases.length >= 20),
  'search, every reason': list('q=bridge', isFull),
  'search, nothing': list('q=nobody+at+all', ({ cases }) => cases.length === 0),
  counts: (site) => ask(site, '/api/admin/cases/counts'),
  'decide one': (site) =>
    ask(site, `/api/admin/cases/${site.open.pop()}/decisions`, {
      outcome: 'no_violation',
      note: 'A fair fight',
    }),
}

function print(figures) {
  const [few, many] = sizes.map((size) => size.toLocaleString('en'))
  console.log(`\n| median, ms | ${few} cases | ${many} cases | ratio | 99th percentile, ${many} |`)
  console.log('|---|---:|---:|---:|---:|')
  for (const one of figures)
    console.log(`| ${one.name} | ${one.few} | ${one.many} | ${round(one.many / one.few)} | ${one.p99} |`)
  console.log(JSON.stringify({ bench: 'admin', sizes, figures }))
}
