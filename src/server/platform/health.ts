import type { FastifyInstance } from 'fastify'
import type { Database } from './database.ts'

const readinessMs = 1_500
/** Cache lifetime, so that health checks query the database at most twice a second. */
const freshMs = 500

/** Serves `/health/live` (the process runs) and `/health/ready` (200, or 503 within 2 s when the site cannot serve). */
export function serveHealth(app: FastifyInstance, database: Database, isStopping: () => boolean): void {
  app.get('/health/live', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  )

  let checkedAtMs = Number.NEGATIVE_INFINITY
  let response = Promise.resolve(false)
  const responses = () => {
    if (performance.now() - checkedAtMs > freshMs) {
      checkedAtMs = performance.now()
      response = answersInTime(database)
    }
    return response
  }

  app.get('/health/ready', async (_request, reply) => {
    const reason = isStopping() ? 'stopping' : (await responses()) ? undefined : 'database'
    reply.header('cache-control', 'no-store').code(reason === undefined ? 200 : 503)
    return reason === undefined ? { status: 'ready' } : { status: 'unavailable', reason }
  })
}

async function answersInTime(database: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), readinessMs)
  })
  const answered = database.ping().then(
    () => true,
    // The failure is reported as 503.
    () => false,
  )
  try {
    return await Promise.race([answered, late])
  } finally {
    clearTimeout(timer)
  }
}
