import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import pg from 'pg'

/** For a message between processes. @param {{ text: string, values: (Buffer | string | null)[] }[]} statements */
export const packed = (statements) =>
  statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value)),
  }))

/** @param {{ text: string, values: ({ base64: string } | string | null)[] }[]} statements */
export const revive = (statements) =>
  statements.map(({ text, values }) => ({
    text,
    values: values.map((value) =>
      typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value,
    ),
  }))

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** The same statements about new things: every UUID in them becomes another, the same one everywhere the same. */
function renewed(statements) {
  const news = new Map()
  const renew = (id) => {
    if (!news.has(id)) news.set(id, randomUUID())
    return news.get(id)
  }
  return statements.map(({ text, values }) => ({
    text,
    values: values.map((value) => (typeof value === 'string' ? value.replace(uuid, renew) : value)),
  }))
}

const names = new Map()

/** Names the statements that the site prepares (StatementNames in database.ts): a connection parses each one once. */
export const prepared = (statements) =>
  statements.map(({ text, values }) => {
    if (values.length === 0 || /\bI?LIKE\b/i.test(text)) return { text, values }
    if (!names.has(text)) names.set(text, `bare_${names.size}`)
    return { name: names.get(text), text, values }
  })

/**
 * Sends the recorded statements again and again over `clients` connections, each sequence on one of them, and returns how
 * many sequences a second went through.
 * @param {{ databaseUrl: string, statements: { text: string, values: (Buffer | string | null)[] }[], clients: number, seconds: number }} options
 */
export async function replay({ databaseUrl, statements, clients, seconds }) {
  const begun = performance.now()
  const until = begun + seconds * 1000
  const times = []
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      try {
        while (performance.now() < until) {
          const start = performance.now()
          for (const statement of prepared(renewed(statements))) await client.query(statement)
          times.push(performance.now() - start)
        }
      } finally {
        await client.end()
      }
    }),
  )
  times.sort((a, b) => a - b)
  return {
    perSecond: (times.length * 1000) / (performance.now() - begun),
    p50: times[Math.floor(times.length / 2)],
    p99: times[Math.floor(times.length * 0.99)],
  }
}
