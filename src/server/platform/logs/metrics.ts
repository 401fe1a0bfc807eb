import { timingSafeEqual } from 'node:crypto'
import { msg } from '@lingui/core/macro'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { ownValue } from '../../../contract/own-value.ts'
import type { Config } from '../../config.ts'
import { lastBackupAt } from '../database/backup/last-backup.ts'
import type { Database } from '../database/database.ts'
import { readStandbys } from '../database/server-state.ts'
import { notFound } from '../http/errors.ts'
import { forwardingHeaders } from '../http/unnamed-proxy.ts'
import { listJobs, type RecordedJob } from '../jobs/job-states.ts'
import { readOutboxDepth } from '../jobs/outbox.ts'

interface Sources {
  readonly config: Config
  readonly database: Database
  readonly openSockets: () => number
}

export interface Metrics {
  /** A figure that is read when somebody asks for the metrics; left out while it is undefined. */
  gauge(name: string, help: string, read: () => number | undefined): void
  /** Returns a function that counts one more of a kind. All kinds begin with 0. */
  counter<Kind extends string>(
    name: string,
    help: string,
    label: string,
    kinds: readonly Kind[],
  ): (kind: Kind) => void
}

/** Serves `GET /metrics` in Prometheus text format, and measures request times. */
export function serveMetrics(app: FastifyInstance, { config, database, openSockets }: Sources): Metrics {
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
    name: 'database_writes_refused_since_timestamp_seconds',
    help: 'When the database began to refuse writes, or to be out of reach; 0 while it accepts them',
    registers: [register],
    collect() {
      this.set((database.outageBegunAtMs ?? 0) / 1000)
    },
  })
  countReads(register, database)

  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest complete backup was taken; 0 before the first, NaN while the database does not answer',
    registers: [register],
    async collect() {
      this.set(await backupSeconds(database))
    },
  })
  const askDatabase = watchDatabase(register, database)

  app.addHook('onResponse', (request, reply, done) => {
    // Uses the route's pattern rather than its URL, to keep the number of labels small.
    const route = request.is404 ? 'unknown' : (request.routeOptions.url ?? 'unknown')
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, config)) throw notFound(msg`There is nothing at this address`)
    await askDatabase()
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
  return {
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [register],
        collect() {
          const value = read()
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    },
    counter(name, help, label, kinds) {
      const counter = new Counter({ name, help, labelNames: [label], registers: [register] })
      for (const kind of kinds) counter.inc({ [label]: kind }, 0)
      return (kind) => counter.inc({ [label]: kind })
    },
  }
}

function countReads(register: Registry, database: Database): void {
  new Counter({
    name: 'database_replica_reads_total',
    help: 'Reads that a replica may answer, by the server that did',
    labelNames: ['server'] as const,
    registers: [register],
    collect() {
      this.reset()
      for (const [server, count] of Object.entries(database.replicas?.counts ?? {}))
        this.inc({ server }, count)
    },
  })
}

/** Registers metrics that are read from the database. When it is unreachable, they are omitted rather than stale. */
function watchDatabase(register: Registry, database: Database): () => Promise<void> {
  const waiting = new Gauge({
    name: 'outbox_waiting',
    help: 'Items that are not confirmed yet, by channel: mails, and messages to game servers',
    labelNames: ['channel'] as const,
    registers: [register],
  })
  const oldest = new Gauge({
    name: 'outbox_oldest_seconds',
    help: 'Age of the oldest of them; 0 when there is none',
    labelNames: ['channel'] as const,
    registers: [register],
  })
  const jobs = watchJobs(register)
  const up = new Gauge({
    name: 'database_up',
    help: 'Whether the database answered this very question',
    registers: [register],
  })
  const standbys = new Gauge({
    name: 'database_standbys',
    help: 'Standbys that follow the database; NaN while it does not answer',
    registers: [register],
  })
  return async () => {
    waiting.reset()
    oldest.reset()
    jobs.forget()
    try {
      for (const { channel, count, age } of await readOutboxDepth(database)) {
        waiting.set({ channel }, count)
        oldest.set({ channel }, age)
      }
      jobs.set(await listJobs(database.sql))
      standbys.set((await readStandbys(database.sql)).count)
      up.set(1)
    } catch {
      // The failure is reported as 0.
      standbys.set(Number.NaN)
      up.set(0)
    }
  }
}

/** By `name`, since Prometheus itself gives each metric a label `job`. */
function watchJobs(registry: Registry) {
  const options = { labelNames: ['name'] as const, registers: [registry] }
  const lastSuccess = new Gauge({
    ...options,
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job of any process last succeeded, or since when it is watched, whichever is later',
  })
  const interval = new Gauge({
    ...options,
    name: 'job_interval_seconds',
    help: 'Time between the starts of two runs of a job',
  })
  const runs = new Counter({ ...options, name: 'job_runs_total', help: 'Runs of a job, of all processes' })
  const failures = new Counter({ ...options, name: 'job_failures_total', help: 'Runs that failed' })
  const waiting = new Gauge({
    ...options,
    name: 'job_waiting',
    help: 'What waits for a job that works off a queue, counted up to 1,000',
  })
  const oldest = new Gauge({
    ...options,
    name: 'job_oldest_seconds',
    help: 'How long the oldest of it waits; 0 when nothing does',
  })
  return {
    forget() {
      for (const metric of [lastSuccess, interval, runs, failures, waiting, oldest]) metric.reset()
    },
    set(jobs: readonly RecordedJob[]) {
      for (const job of jobs) {
        const labels = { name: job.name }
        const since = Math.max(job.lastSuccessAt?.getTime() ?? 0, job.watchedSince.getTime())
        lastSuccess.set(labels, since / 1000)
        interval.set(labels, job.everyMs / 1000)
        runs.inc(labels, job.runs)
        failures.inc(labels, job.failures)
        if (job.waiting === null) continue
        waiting.set(labels, job.waiting)
        const { waitingSince } = job
        oldest.set(labels, waitingSince === null ? 0 : (Date.now() - waitingSince.getTime()) / 1000)
      }
    },
  }
}

/** Other metrics are needed most during a database outage, so they do not wait for it. */
async function backupSeconds(database: Database): Promise<number> {
  try {
    await database.ping()
    return ((await lastBackupAt(database.sql))?.getTime() ?? 0) / 1000
  } catch {
    return Number.NaN
  }
}

/** Some proxies also send `via`. */
const proxyHeaders = [...forwardingHeaders, 'via']

/** Requires METRICS_TOKEN as bearer token; without one, a loopback client without proxy headers. */
function mayRead(request: FastifyRequest, { metricsToken }: Config): boolean {
  if (metricsToken !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const expected = Buffer.from(`Bearer ${metricsToken}`)
    return given.length === expected.length && timingSafeEqual(given, expected)
  }
  const address = request.socket.remoteAddress ?? ''
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(address)
  return isLoopback && !proxyHeaders.some((name) => ownValue(request.headers, name) !== undefined)
}
