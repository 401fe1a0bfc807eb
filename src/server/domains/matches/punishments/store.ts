import { recordGameServerAudit } from '../../../platform/audit.ts'
import type { Executor } from '../../../platform/database.ts'
import type { EventOf } from '../ledger/events.ts'
import type { Identity } from '../ledger/queries/identities.ts'
import type { Verdicts } from '../ledger/verdicts.ts'
import { siteCode } from '../site-code.ts'
import { findGiven, insertChange, insertPunishment } from './queries.ts'

/** The code with which the punished player appeals without signing in. */
export const appealCode = (executor: Executor, punishmentId: string): Promise<string> =>
  siteCode(executor, `punishment ${punishmentId}`)

/**
 * Stores what a game server says of punishments. One that the site gave is confirmed by it; an id that means another
 * punishment is refused.
 */
export async function storePunishments(
  transaction: Executor,
  serverId: number,
  verdicts: Verdicts,
  identityFor: (event: EventOf<'punishment'>) => Identity,
): Promise<void> {
  for (const event of verdicts.openOf('punishment')) {
    const { id, kind, reason, until, by } = event.data
    const identity = identityFor(event)
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

/**
 * Stores lifts, which may arrive before their punishment. Only the server that gave one lifts it, or the site's; a ban
 * that an Admin or higher gave is lifted on the site.
 */
export async function storeLifts(transaction: Executor, serverId: number, verdicts: Verdicts): Promise<void> {
  for (const event of verdicts.openOf('punishment.lift')) {
    const { id, reason } = event.data
    const given = await findGiven(transaction, id)
    if (given !== undefined && given.serverId !== null && given.serverId !== serverId)
      verdicts.reject(event, 'only the game server that gave a punishment can lift it')
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
    else if (given !== undefined)
      await recordGameServerAudit(transaction, serverId, {
        action: 'punishment.lift',
        subject: { type: 'player', id: given.userId },
        before: { kind: given.kind },
        after: { reason: reason ?? null },
      })
  }
}
