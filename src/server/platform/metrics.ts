import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../config.ts'
import { lastBackupAt } from './backup/last-backup.ts'
import type { Database } from './database.ts'
import { notFound } from './errors.ts'

interface Sources {
  readonly config: Config
  readonly database: Database
  readonly openSockets: () => number
}

/** `GET /metrics` in Prometheus' text format, and the request times it shows. */
export function serveMetrics(app: FastifyInstance, { config, database, openSockets }: Sources): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of the answer, by route',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  new Gauge({
    name: 'websocket_connections',
    help: 'Open sockets on /ws',
    registers: [register],
    collect() {
      this.set(openSockets())
    },
  })
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool, by state',
    labelNames: ['state'] as const,
    registers: [register],
    collect() {
      for (const [state, count] of Object.entries(database.poolStats())) this.set({ state }, count)
    },
  })

  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest complete backup was taken; 0 before the first, NaN while the database does not answer',
    registers: [register],
    async collect() {
      this.set(await backupSeconds(database))
    },
  })

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: labels stay few.
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw notFound('There is nothing at this address')
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

/** The other figures are needed most while the database is away: they do not wait for it. */
async function backupSeconds(database: Database): Promise<number> {
  try {
    await database.ping()
    return ((await lastBackupAt(database.sql))?.getTime() ?? 0) / 1000
  } catch {
    return Number.NaN
  }
}

const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** With METRICS_TOKEN its bearer; else only this machine, and nobody whom a proxy speaks for. */
function mayRead(request: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const expected = Buffer.from(`Bearer ${metricsToken}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(address)
  return isLoopback && !forwardingHeaders.some((name) => request.headers[name] !== undefined)
}
