import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { limitKeyOfClient } from '../../../platform/http/endpoints.ts'
import { notFound } from '../../../platform/http/errors.ts'
import { addressCheckPath } from './address.ts'
import { findAddressAnswer } from './queries.ts'

/** Answers what an Owner's new public address is asked, so that it is known to reach this site. */
export function serveAddressCheck(
  app: FastifyInstance,
  { database, limits }: Pick<Context, 'database' | 'limits'>,
): void {
  app.get<{ Params: { question: string } }>(
    addressCheckPath(':question'),
    { onRequest: (request) => limits.take('general', limitKeyOfClient(request)) },
    async ({ params: { question } }, reply) => {
      const answer = /^[\w-]{43}$/.test(question)
        ? await findAddressAnswer(database.sql, question)
        : undefined
      if (answer === undefined) throw notFound(msg`There is nothing at this address`)
      return reply.header('cache-control', 'no-store').send({ answer })
    },
  )
}
