import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'

const readinessMs = 1_500
/** Cache lifetime, so that health checks query the database at most twice a second. */
const freshMs = 500

/**
 * Serves `/health/live` (the process runs), `/health/serving` (200 until it stops, whatever the database does, since
 * cached pages are served without one) and `/health/ready` (200 and whether writes are accepted, or 503 within 2 s when
 * the site cannot serve).
 */
export function serveHealth(app: FastifyInstance, database: Database, isStopping: () => boolean): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )

  app.get('/health/serving', async (_request, reply) => {
    reply.header('cache-control', 'no-store').code(isStopping() ? 503 : 200)
    return isStopping() ? { status: 'unavailable', reason: 'stopping' } : { status: 'serving' }
  })

  let checkedAtMs = Number.NEGATIVE_INFINITY
  let response: Promise<Ping | undefined> = Promise.resolve(undefined)
  const responses = () => {
    if (performance.now() - checkedAtMs > freshMs) {
      checkedAtMs = performance.now()
      response = pingInTime(database)
    }
    return response
  }

  app.get('/health/ready', async (_request, reply) => {
    const found = isStopping() ? undefined : await responses()
    reply.header('cache-control', 'no-store').code(found === undefined ? 503 : 200)
    if (found !== undefined) return { status: 'ready', writes: found.writes }
    return { status: 'unavailable', reason: isStopping() ? 'stopping' : 'database' }
  })
}

type Ping = Awaited<ReturnType<Database['ping']>>

async function pingInTime(database: Database): Promise<Ping | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), readinessMs)
  })
  // The failure is reported as 503.
  const ping = database.ping().catch(() => undefined)
  try {
    return await Promise.race([ping, late])
  } finally {
    clearTimeout(timer)
  }
}
