import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import type { Context } from '../context.ts'
import { QueryDeadline } from './query-deadline.ts'
import type { DB } from './schema.ts'

/** In them a reverse proxy says for whom it speaks. */
export const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip'] as const

/**
 * Warns of a proxy that TRUST_PROXY does not name: limits then count all its visitors as one. Visitors can send such a
 * header as well, so it is said once for each process, and stops nobody.
 */
export function watchForUnnamedProxy(
  app: FastifyInstance,
  { config, database, log }: Pick<Context, 'config' | 'database' | 'log'>,
): void {
  if (config.trustProxy.length > 0) return
  let told = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!told && forwardingHeaders.some((name) => request.headers[name] !== undefined)) {
      told = true
      log.warn(
        'a request came with a header of proxies, and TRUST_PROXY names none: limits may count everybody as one',
      )
      // Behind the answer: nobody waits for it.
      void QueryDeadline.without(() => note(database.sql)).catch((error: unknown) =>
        log.warn({ err: error }, 'that a proxy is not named was not noted for doctor'),
      )
    }
    done()
  })
}

/** Null: no process ever saw one. */
export async function unnamedProxySeenAt(executor: Kysely<DB>): Promise<Date | null> {
  const row = await executor.selectFrom('unnamed_proxy').select('seen_at').executeTakeFirst()
  return row?.seen_at ?? null
}

async function note(executor: Kysely<DB>): Promise<void> {
  await sql`
    INSERT INTO unnamed_proxy (seen_at) VALUES (now()) ON CONFLICT (only_row) DO UPDATE SET seen_at = now()
  `.execute(executor)
}
