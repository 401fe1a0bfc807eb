import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Executor } from '../database/database.ts'
import { QueryDeadline } from '../database/query-deadline.ts'

/** Headers in which reverse proxies name their client. */
export const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const

/**
 * Warns about a proxy that is missing in TRUST_PROXY, because rate limits then count all its visitors as one.
 * Visitors can forge such headers, so it warns once per process and blocks nothing.
 */
export function watchForUnnamedProxy(
  app: FastifyInstance,
  { config, database, log }: Pick<Context, 'config' | 'database' | 'log'>,
): void {
  if (config.trustProxy.length > 0) return
  let hasWarned = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && forwardingHeaders.some((name) => request.headers[name] !== undefined)) {
      hasWarned = true
      log.warn(
        'a request came with a header of proxies, and TRUST_PROXY names none: limits may count everybody as one',
      )
      // Runs after the response.
      void QueryDeadline.without(() => note(database.sql)).catch((error: unknown) =>
        log.warn({ err: error }, 'the proxy warning could not be stored for doctor'),
      )
    }
    done()
  })
}

/** Null when no process saw one. */
export async function unnamedProxySeenAt(executor: Executor): Promise<Date | null> {
  const row = await executor.selectFrom('unnamed_proxy').select('seen_at').executeTakeFirst()
  return row?.seen_at ?? null
}

async function note(executor: Executor): Promise<void> {
  await sql`
    INSERT INTO unnamed_proxy (seen_at) VALUES (now()) ON CONFLICT (only_row) DO UPDATE SET seen_at = now()
  `.execute(executor)
}
