import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { endNewsletterPath } from '../../../../contract/news/newsletter.ts'
import type { newsletterEndpoints } from '../../../../contract/news/newsletter-endpoints.ts'
import type { Context } from '../../../context.ts'
import { recordAudit } from '../../../platform/audit.ts'
import { csvLine } from '../../../platform/csv.ts'
import type { Executor } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { invalid } from '../../../platform/http/errors.ts'
import { serveOneClick } from '../../../platform/http/one-click.ts'
import { countAddresses, listConfirmed } from './queries/addresses.ts'
import {
  confirmSubscriber,
  deleteSubscriber,
  findHiddenSubscriber,
  findSubscriber,
  readKey,
  storeRequest,
} from './queries/subscribers.ts'
import { idOfToken, isTokenOf, type TokenPurpose } from './token.ts'

/**
 * Whose token it is; undefined for another purpose, a deleted address and anything else. The newsletter can also be ended
 * while a deleted account is hidden.
 */
async function ownerOf(executor: Executor, purpose: TokenPurpose, token: string) {
  const id = idOfToken(token)
  if (id === undefined) return undefined
  const subscriber =
    (await findSubscriber(executor, id)) ??
    (purpose === 'unsubscribe' ? await findHiddenSubscriber(executor, id) : undefined)
  if (subscriber === undefined || !isTokenOf(await readKey(executor), purpose, subscriber, token))
    return undefined
  return subscriber
}

/** Rows per query, which bounds memory. */
const pageRows = 500

/** Streams the confirmed addresses as CSV; nothing is held open between pieces. */
async function* addressFile(executor: Executor): AsyncGenerator<string> {
  yield csvLine(['email', 'confirmedAt'])
  for (let after = 0; ; ) {
    const rows = await listConfirmed(executor, after, pageRows)
    yield rows.map(({ email, confirmedAt }) => csvLine([email, confirmedAt.toISOString()])).join('')
    if (rows.length < pageRows) return
    after = rows.at(-1)!.id
  }
}

export const newsletterHandlers = ({
  database,
  languages,
}: Pick<Context, 'database' | 'languages'>): Handlers<typeof newsletterEndpoints> => ({
  async subscribe({ body, language }) {
    await storeRequest(database.sql, body.email, language)
    return { message: languages.sayIn(language)(msg`Thank you for subscribing to our newsletter!`) }
  },

  async confirm({ body, language }) {
    const owner = await ownerOf(database.sql, 'confirm', body.token)
    if (owner === undefined || !(await confirmSubscriber(database.sql, owner.id)))
      throw invalid({ token: msg`This link is no longer valid. Enter your address once more.` })
    return { message: languages.sayIn(language)(msg`Your address is confirmed`) }
  },

  counts: () => countAddresses(database.sql),

  async file({ member, reply }) {
    await recordAudit(database.sql, {
      actor: member,
      action: 'newsletter.export',
      subject: { type: 'newsletter', id: null },
      before: null,
      after: { addresses: (await countAddresses(database.sql)).confirmed },
    })
    const day = new Date().toISOString().slice(0, 10)
    reply.file(`newsletter-${day}.csv`, addressFile(database.sql))
    return undefined
  },
})

/** Ends the newsletter of the token's address, which is deleted. The page at this URL is the web's. */
export const serveNewsletterEnd = (app: FastifyInstance, context: Context): Promise<void> =>
  serveOneClick(app, context, endNewsletterPath(':token'), async (token) => {
    const owner = await ownerOf(context.database.sql, 'unsubscribe', token)
    if (owner !== undefined) await deleteSubscriber(context.database.sql, owner)
  })
