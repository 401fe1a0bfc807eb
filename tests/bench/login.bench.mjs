import { performance } from 'node:perf_hooks'
import { hash, verify } from '@node-rs/argon2'
import { sampleSite } from '../../scripts/lib/sample-site.mjs'
import { compare, load } from './lib/load.mjs'
import { signUp } from './lib/people.mjs'

/** More than are verified at once: while a session is being stored, others keep both processors busy. */
const parallel = 16
const seconds = Number(process.env.BENCH_SECONDS ?? 5)
/** As src/server/domains/accounts/users/passwords.ts has it. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Signing in against verifying the same hash and nothing else, as many at once. */
export async function run() {
  const site = await sampleSite({ environment: { PASSWORD_LIMIT: 'off', TRUST_PROXY: '127.0.0.1' } })
  try {
    await signUp(site.url, 'bench-login')
    const stored = await hash('benchmark password', cost)
    const row = await compare({
      name: 'POST /api/login',
      site: () =>
        load(`${site.url}/api/login`, {
          connections: parallel,
          duration: seconds,
          // One network gets a few places in the queue only: each asks from its own.
          requests: Array.from({ length: parallel }, (_, n) => ({
            method: 'POST',
            headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n + 1}` },
            body: JSON.stringify({ username: 'bench-login', password: 'benchmark password' }),
          })),
        }),
      bare: async () => {
        const begun = performance.now()
        const until = begun + seconds * 1000
        const times = []
        await Promise.all(
          Array.from({ length: parallel }, async () => {
            while (performance.now() < until) {
              const start = performance.now()
              if (!(await verify(stored, 'benchmark password'))) throw new Error('the password did not match')
              times.push(performance.now() - start)
            }
          }),
        )
        times.sort((a, b) => a - b)
        return {
          perSecond: (times.length * 1000) / (performance.now() - begun),
          p99: times[Math.floor(times.length * 0.99)],
        }
      },
    })
    console.table([row])
  } finally {
    await site.stop()
  }
}
