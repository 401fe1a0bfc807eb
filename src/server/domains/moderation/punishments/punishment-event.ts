import { ingestData } from '../../../../contract/matches/ingest-schemas.ts'
import { type Batch, eventType } from '../../matches/ledger/event-type.ts'
import type { EventOf } from '../../matches/ledger/events.ts'
import { identityOf, requireIdentity, seenAt } from '../../matches/ledger/identity.ts'
import { recordGameServerAudit } from '../../matches/ledger/queries/keys.ts'
import { appealCode } from './appeal-code.ts'
import { notifyOfPlayers, notifyPunished } from './notify-of-players.ts'
import { punishedLines } from './punished-text.ts'
import { findGiven, insertChange, insertPunishment } from './queries.ts'

export const punishmentEvents = eventType(ingestData.punishment, {
  name: 'punishment',
  async speaksOf({ at, data }, { transaction }) {
    // What is stored is judged by it: a punishment that the site gave is confirmed, a repetition is a duplicate.
    if ((await findGiven(transaction, data.id)) !== undefined) return []
    const refusesStaff = 'staff are punished on the website only'
    return [{ of: identityOf(data), at, path: 'this player', refusesStaff }]
  },
  players: ({ at, data }) => [seenAt(data, at)],
  steps: { punishments: storePunishments },
  async result({ transaction, serverId }, { data }) {
    const given = await findGiven(transaction, data.id)
    if (given === undefined || (given.serverId !== null && given.serverId !== serverId)) return {}
    const code = await appealCode(transaction, data.id)
    const text = punishedLines({ ...data, until: data.until ?? null, code })
    return { appealCode: code, text: { to: identityOf(data), text, reason: data.reason } }
  },
  publish: (context, _serverId, events) =>
    notifyOfPlayers(
      context,
      events.map(({ data }) => identityOf(data)),
    ),
})

/**
 * Stores what a game server says of punishments. One that the site gave is confirmed by it; an id that means another
 * punishment is refused.
 */
async function storePunishments(
  { transaction, serverId, verdicts, identities }: Batch,
  events: readonly EventOf<'punishment'>[],
): Promise<void> {
  for (const event of events) {
    const { id, kind, reason, until, by } = event.data
    const identity = requireIdentity(identities, identityOf(event.data))
    const isNew = await insertPunishment(transaction, {
      id,
      identityId: identity.id,
      kind,
      reason,
      until: until ?? null,
      serverId,
      byName: by ?? null,
      madeBy: null,
      at: event.at,
      appealCode: await appealCode(transaction, id),
    })
    if (isNew) {
      await recordGameServerAudit(transaction, serverId, {
        action: 'punishment.create',
        subject: { type: 'player', id: identity.userId },
        before: null,
        after: { kind, reason, until: until?.toISOString() ?? null },
      })
      await notifyPunished(transaction, { userId: identity.userId, kind, reason, until: until ?? null })
      continue
    }
    const given = await findGiven(transaction, id)
    // One player may have an XUID and a PlayFab id.
    const isSame = given?.userId === identity.userId && given.kind === kind
    if (given?.serverId === null && isSame) {
      if (!(await insertChange(transaction, { punishmentId: id, kind: 'confirm', serverId, at: event.at })))
        verdicts.repeat(event)
    } else if (given?.serverId === serverId && isSame) verdicts.repeat(event)
    else verdicts.reject(event, 'data.id was reported before for another punishment')
  }
}
