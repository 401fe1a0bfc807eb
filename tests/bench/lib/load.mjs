import autocannon from 'autocannon'

/** @param {number[]} numbers */
export const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** @param {number} number @param {number} digits */
export const round = (number, digits = 2) => Number(number.toFixed(digits))

export const connections = Number(process.env.BENCH_CONNECTIONS ?? 50)
export const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)

/**
 * One stretch of load on one address. Every answer must be the one that is measured: another status ends the benchmark.
 * @param {string} url
 * @param {import('autocannon').Options & { expect?: number }} [options]
 */
export async function load(url, { expect = 200, ...options } = {}) {
  const result = await autocannon({ url, connections, duration: seconds, ...options })
  const others = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== expect)
  if (result.errors > 0 || others.length > 0 || result.requests.total === 0)
    throw new Error(`${url}: ${result.errors} errors, answers ${JSON.stringify(result.statusCodeStats)}`)
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 }
}

/**
 * The same load on two addresses in turn, so that what disturbs the machine disturbs both; medians of all rounds.
 * @param {{ name: string, site: () => Promise<{ perSecond: number, p99: number }>, bare: () => Promise<{ perSecond: number, p99: number }> }} both
 */
export async function compare({ name, site, bare }) {
  const ours = []
  const theirs = []
  await site()
  await bare()
  for (let n = 0; n < rounds; n += 1) {
    ours.push(await site())
    theirs.push(await bare())
  }
  const of = (runs, key) => median(runs.map((run) => run[key]))
  const row = {
    name,
    perSecond: round(of(ours, 'perSecond'), 0),
    bare: round(of(theirs, 'perSecond'), 0),
    ratio: round(of(ours, 'perSecond') / of(theirs, 'perSecond'), 3),
    p99Ms: of(ours, 'p99'),
    bareP99Ms: of(theirs, 'p99'),
  }
  console.log(JSON.stringify(row))
  return row
}
