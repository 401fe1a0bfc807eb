import { msg } from '@lingui/core/macro'
import { ingestData } from '../../../../../contract/matches/ingest-schemas.ts'
import type { Executor } from '../../../../platform/database/database.ts'
import { siteCode } from '../../site-code.ts'
import { type Batch, eventType } from '../event-type.ts'
import type { EventOf } from '../events.ts'
import { identityOf, requireIdentity, seenAt } from '../identity.ts'
import { endEarlierCodes, isCodeOf, storeCodes } from '../queries/codes.ts'
import { noteSightings } from '../queries/speaking.ts'

/** A player asks for a code, which is in the result. */
export const linkRequestEvents = eventType(ingestData['link.request'], {
  name: 'link.request',
  players: ({ at, data }) => [seenAt(data, at)],
  speaksOf: ({ at, data }) => [{ of: identityOf(data), at, path: 'this player', introduces: true }],
  startsAnew: true,
  steps: { requestedCodes: storeRequestedCodes },
  async result({ transaction, serverId }, { id, data }) {
    const code = await requestedCode(transaction, id)
    // The event of another game server, or about another player, is no request of this one.
    if (!(await isCodeOf(transaction, code, { serverId, of: identityOf(data) }))) return {}
    const shown = `${code.slice(0, 4)}-${code.slice(4)}`
    const text = msg`Your code is ${shown}. Enter it on the website, in your profile, within 10 minutes. Show it to nobody.`
    return { code, text: { to: identityOf(data), text } }
  },
  publish: ({ database }, serverId, events) =>
    noteSightings(
      database.sql,
      serverId,
      events.map(({ at, data }) => ({ ...identityOf(data), at })),
    ),
})

/** The same when the event is sent again. */
const requestedCode = (executor: Executor, eventId: string): Promise<string> =>
  siteCode(executor, `link.request ${eventId}`)

/** Stores the codes of requests, valid from now on. A player's newer code ends the earlier ones. */
async function storeRequestedCodes(
  { transaction, serverId, identities }: Batch,
  events: readonly EventOf<'link.request'>[],
): Promise<void> {
  for (const { id, data } of events) {
    const identityId = requireIdentity(identities, identityOf(data)).id
    await endEarlierCodes(transaction, identityId)
    await storeCodes(transaction, [{ code: await requestedCode(transaction, id), identityId, serverId }])
  }
}
