import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import type { ApplicationDelivery } from '../../../contract/applications/application-form-schemas.ts'
import { applicationWebhook } from '../../../contract/applications/applications-schemas.ts'
import { bodyLimits } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/http/endpoints.ts'
import { AppError, badRequest } from '../../platform/http/errors.ts'
import { parseJsonBody } from '../../platform/http/json-body.ts'
import { parseInput } from '../../platform/http/validation.ts'
import { notifyStaff } from '../../platform/live/staff-feed.ts'
import { announceApplication } from './announce.ts'
import { claimDelivery, findDelivered, insertApplication, settleDelivery } from './queries.ts'
import { readSignature, verifySignature } from './signature.ts'

const { path } = applicationWebhook

/**
 * Receives applications from an external form. Without a secret the route does not exist. It is a separate
 * plugin, whose bodies stay raw bytes for the signature check.
 */
export async function serveApplicationWebhook(app: FastifyInstance, context: Context): Promise<void> {
  const secret = context.config.staffApplicationWebhookSecret
  if (secret === undefined) return
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer' },
      async (_: unknown, body: Buffer) => body,
    )
    scope.post<{ Body: Buffer | undefined }>(path, {
      bodyLimit: bodyLimits.json.bytes,
      // Checks rate limit and header before the body is read.
      async onRequest(request) {
        await context.limits.take('general', limitKeyOfClient(request))
        readSignature(request.headers.signature, Date.now())
      },
      async handler(request, reply) {
        const { body = Buffer.alloc(0) } = request
        verifySignature(readSignature(request.headers.signature, Date.now()), body, secret)
        const id = await takeDelivery(context, deliveryOf(body))
        return reply.code(applicationWebhook.status).header('cache-control', 'no-store').send({ id })
      },
    })
    scope.route({
      method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: path,
      async onRequest(_request, reply) {
        reply.header('allow', 'POST')
        throw new AppError('method_not_allowed', 'Method not allowed')
      },
      handler: async () => undefined,
    })
  })
}

/** @throws 400 naming every invalid field */
function deliveryOf(bytes: Buffer): ApplicationDelivery {
  if (bytes.length === 0) throw badRequest(msg`The request body is empty`)
  const body = parseJsonBody(bytes, bodyLimits.json.structure)
  return parseInput(applicationWebhook, { body }).body as ApplicationDelivery
}

/** Returns the application of a delivery, storing it on the first attempt. */
async function takeDelivery(context: Context, { id: deliveryId, ...application }: ApplicationDelivery) {
  const { id, isNew } = await context.database.sql.transaction().execute(async (transaction) => {
    if (!(await claimDelivery(transaction, deliveryId))) {
      return { id: await findDelivered(transaction, deliveryId), isNew: false }
    }
    const stored = await insertApplication(transaction, null, application)
    if (stored === undefined) throw new Error('an application without a member violated a limit of members')
    await settleDelivery(transaction, deliveryId, stored.id)
    await announceApplication(transaction, context.config, stored, null)
    return { id: stored.id, isNew: true }
  })
  if (isNew) await notifyStaff(context, 'applications')
  return id
}
