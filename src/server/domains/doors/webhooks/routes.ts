import { msg } from '@lingui/core/macro'
import { webhookLimits } from '../../../../contract/doors/webhooks.ts'
import { webhookEndpoints } from '../../../../contract/doors/webhooks-endpoints.ts'
import type { NewWebhook, Webhook } from '../../../../contract/doors/webhooks-schemas.ts'
import { urlOf } from '../../../../contract/endpoint.ts'
import type { Context } from '../../../context.ts'
import { RefusedError } from '../../../gateways/failures.ts'
import { auditedRecords } from '../../../platform/audited-records.ts'
import { changedFields } from '../../../platform/changed-fields.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts'
import { makeSecretCipher, SecretKeyError } from '../../../platform/secret-key.ts'
import type { PayloadContext } from './payloads.ts'
import { makeDue } from './queries/deliveries.ts'
import {
  countWebhooks,
  deleteWebhook,
  deliveriesPage,
  findDelivery,
  findWebhook,
  insertTest,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  lockWebhook,
  queueAgain,
  queueFailedAgain,
  replaceSecret,
  updateWebhook,
} from './queries/webhooks.ts'
import { bodyOf } from './send.ts'
import { makeSecret } from './sign.ts'

const gone = () => notFound(msg`There is no such webhook`)
const deliveryGone = () => notFound(msg`There is no such event in the log`)

const records = auditedRecords({ type: 'webhook', find: findWebhook, gone })

const fieldsOf = ({ url, description, types, enabled }: Webhook): NewWebhook => ({
  url,
  description,
  types: types as NewWebhook['types'],
  enabled,
})

/** Whether others can call the receiver may hang on the path of its address, so the permanent log names the host only. */
const audited = ({ url, description, types, enabled }: NewWebhook) => ({
  host: new URL(url).host,
  description,
  webhookEvents: types,
  enabled,
})

/** Addresses that are sent events, as admins manage them. Each change is recorded in the audit log. */
export function webhookHandlers(
  context: PayloadContext & Pick<Context, 'gateways' | 'log'>,
): Handlers<typeof webhookEndpoints> {
  const { config, database, gateways, log } = context

  /** @throws 400 saying what kind of address it is */
  const requireReachable = async (url: string) => {
    const refusal = await gateways.webhook.refuse(url)
    if (refusal !== undefined) throw invalid({ url: refusal })
  }

  const encryptedSecret = async () => {
    const secret = makeSecret()
    try {
      return { secret, encrypted: (await makeSecretCipher(config)).encrypt(secret, 'webhook') }
    } catch (error) {
      if (!(error instanceof SecretKeyError)) throw error
      log.error({ err: error }, 'the secret of a webhook cannot be stored')
      throw conflict(msg`The key that encrypts secrets cannot be used. The log of the site says why.`)
    }
  }

  /** Makes a change to a locked webhook. @throws 404 */
  const changing = <T>(id: number, change: (transaction: Executor) => Promise<T>): Promise<T> =>
    database.sql.transaction().execute(async (transaction) => {
      await lockWebhook(transaction, id)
      return change(transaction)
    })

  return {
    list: () => listWebhooks(database.sql),

    async create({ member, body }) {
      await requireReachable(body.url)
      const { secret, encrypted } = await encryptedSecret()
      const webhook = await database.sql.transaction().execute(async (transaction) => {
        if ((await countWebhooks(transaction)) >= webhookLimits.webhooks)
          throw conflict(msg`There are ${{ max: webhookLimits.webhooks }} webhooks at most: delete one first`)
        const id = await insertWebhook(transaction, body, encrypted)
        await records.audit(transaction, member, 'create', id, { after: audited(body) })
        return records.findWritten(transaction, id)
      })
      return { webhook, secret }
    },

    async update({ member, params: { id }, body, ifMatch }) {
      if (body.url !== undefined) await requireReachable(body.url)
      return changing(id, async (transaction) => {
        const before = fieldsOf(await records.findForChange(transaction, id, ifMatch))
        const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
        const wanted: NewWebhook = { ...before, ...given }
        if (!changedFields(before, wanted).any) return records.findWritten(transaction, id)
        await updateWebhook(transaction, id, wanted)
        const change = changedFields(audited(before), audited(wanted))
        await records.audit(transaction, member, 'update', id, change)
        return records.findWritten(transaction, id)
      })
    },

    async remove({ member, params: { id }, ifMatch }) {
      await changing(id, async (transaction) => {
        const before = await records.findForChange(transaction, id, ifMatch)
        await deleteWebhook(transaction, id)
        await records.audit(transaction, member, 'delete', id, { before: audited(fieldsOf(before)) })
      })
      return undefined
    },

    async rotate({ member, params: { id }, ifMatch }) {
      return changing(id, async (transaction) => {
        await records.findForChange(transaction, id, ifMatch)
        const { secret, encrypted } = await encryptedSecret()
        await replaceSecret(transaction, id, encrypted)
        await records.audit(transaction, member, 'rotate', id, {})
        return { webhook: await records.findWritten(transaction, id), secret }
      })
    },

    async test({ member, params: { id } }) {
      await changing(id, async (transaction) => {
        const webhook = await findWebhook(transaction, id)
        if (webhook === undefined) throw gone()
        if (!webhook.enabled) throw conflict(msg`Turn the webhook on first`)
        if (webhook.waiting >= webhookLimits.waiting)
          throw conflict(msg`Too many events wait for this webhook already`)
        await insertTest(transaction, id)
        await records.audit(transaction, member, 'test', id, {})
      })
      return undefined
    },

    async deliveries({ params: { id }, query, reply }) {
      if ((await findWebhook(database.sql, id)) === undefined) throw gone()
      const page = await listDeliveries(database.sql, id, query)
      const last = page.at(-1)
      if (last !== undefined && page.length === deliveriesPage) {
        const next = { ...(query.state && { state: query.state }), before: String(last.id) }
        reply.header(
          'link',
          `<${urlOf(webhookEndpoints.deliveries, { params: { id }, query: next })}>; rel="next"`,
        )
      }
      return page
    },

    async delivery({ params: { id, delivery } }) {
      const found = await findDelivery(database.sql, id, delivery)
      if (found === undefined) throw deliveryGone()
      const body = await bodyOf(context, found.delivery).catch((error: unknown) => {
        if (error instanceof RefusedError) return null
        throw error
      })
      return { ...found.shown, body }
    },

    async resend({ member, params: { id, delivery } }) {
      await changing(id, async (transaction) => {
        if ((await findDelivery(transaction, id, delivery)) === undefined) throw deliveryGone()
        if (!(await queueAgain(transaction, id, delivery)))
          throw conflict(msg`This event waits to be sent already`)
        await makeDue(transaction, id)
        await records.audit(transaction, member, 'resend', id, {})
      })
      return undefined
    },

    async resendFailed({ member, params: { id } }) {
      const queued = await changing(id, async (transaction) => {
        if ((await findWebhook(transaction, id)) === undefined) throw gone()
        const again = await queueFailedAgain(transaction, id)
        if (again === 0) return 0
        await makeDue(transaction, id)
        await records.audit(transaction, member, 'resend', id, {})
        return again
      })
      return { queued }
    },
  }
}
