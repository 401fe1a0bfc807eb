import { ingestData } from '../../../../contract/matches/ingest-schemas.ts'
import { notifyStaff } from '../../../platform/live/staff-feed.ts'
import { type Batch, eventType } from '../../matches/ledger/event-type.ts'
import type { EventOf } from '../../matches/ledger/events.ts'
import { recordGameServerAudit } from '../../matches/ledger/queries/keys.ts'
import { notifyLifted } from './notify-of-players.ts'
import { findGiven, insertChange } from './queries.ts'

export const liftEvents = eventType(ingestData['punishment.lift'], {
  name: 'punishment.lift',
  speaksOf: 'only its own punishments, and those of the site that no Admin gave',
  steps: { punishments: storeLifts },
  async publish(context, _serverId, events) {
    const lifted = []
    for (const { data } of events)
      lifted.push([(await findGiven(context.database.sql, data.id))?.userId ?? null])
    await notifyStaff(context, 'moderation', lifted)
  },
})

/**
 * Stores lifts, which may arrive before their punishment. Only the server that gave one lifts it, or the site's; a ban
 * that an Admin or higher gave is lifted on the site. A server that says a pardon of the site back repeats it.
 */
async function storeLifts(
  { transaction, serverId, verdicts }: Batch,
  events: readonly EventOf<'punishment.lift'>[],
): Promise<void> {
  for (const event of events) {
    const { id, reason } = event.data
    const given = await findGiven(transaction, id)
    if (given !== undefined && given.serverId !== null && given.serverId !== serverId)
      verdicts.reject(event, 'only the game server that gave a punishment can lift it')
    else if (given?.isLifted) verdicts.repeat(event)
    else if (given?.serverId === null && given.kind === 'ban' && given.isByAdmin)
      verdicts.reject(event, 'an Admin gave this ban on the website, where it is lifted')
    else if (
      !(await insertChange(transaction, {
        punishmentId: id,
        kind: 'lift',
        reason: reason ?? null,
        serverId,
        at: event.at,
      }))
    )
      verdicts.repeat(event)
    else if (given !== undefined) {
      await recordGameServerAudit(transaction, serverId, {
        action: 'punishment.lift',
        subject: { type: 'player', id: given.userId },
        before: { kind: given.kind },
        after: { reason: reason ?? null },
      })
      await notifyLifted(transaction, given, reason ?? null)
    }
  }
}
