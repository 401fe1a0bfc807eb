import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import type { Config } from '../../../config.ts'
import type { Executor } from '../../../platform/database.ts'
import { fileGameReport } from '../../../platform/moderation-reports.ts'
import { findRestriction } from '../../../platform/restrictions.ts'
import type { EventOf } from '../ledger/events.ts'
import { type IdentityRef, identityOf } from '../ledger/identity.ts'
import type { Identity } from '../ledger/queries/identities.ts'
import type { Verdicts } from '../ledger/verdicts.ts'
import { playedIn, replaceChatLines } from './queries.ts'

interface Server {
  readonly serverId: number
  readonly config: Pick<Config, 'discordWebhooks'>
}

/** Files the reports of a batch. They join the open case of their subject (docs/fair-play.md). */
export async function storeReports(
  transaction: Executor,
  server: Server,
  verdicts: Verdicts,
  identityFor: (ref: IdentityRef) => Identity,
): Promise<void> {
  const reports = verdicts.openOf('report').map((event) => ({
    event,
    reporter: identityFor(identityOf(event.data.reporter)),
    subject: identityFor(identityOf(event.data.subject)),
  }))
  // In one order, so that batches about the same players wait for each other instead of blocking each other.
  for (const { event, reporter, subject } of reports.sort((a, b) => a.subject.userId - b.subject.userId)) {
    // One player may have an XUID and a PlayFab id.
    if (reporter.userId === subject.userId)
      verdicts.reject(event, 'data has one player as reporter and subject')
    else if ((await findRestriction(transaction, reporter.userId)) !== undefined)
      verdicts.reject(event, 'data.reporter is restricted on the site and cannot report players')
    else if (!(await file(transaction, server, { event, reporter, subject, identityFor })))
      verdicts.repeat(event)
  }
}

interface Filing {
  readonly event: EventOf<'report'>
  readonly reporter: Identity
  readonly subject: Identity
  readonly identityFor: (ref: IdentityRef) => Identity
}

/** False when a later report of the same reporter has arrived already. */
async function file(
  transaction: Executor,
  { serverId, config }: Server,
  { event: { at, data }, reporter, subject, identityFor }: Filing,
): Promise<boolean> {
  const { matchId, chat, reason, class: reportClass } = data
  const isTheirs = matchId != null && (await playedIn(transaction, matchId, subject.userId))
  const id = await fileGameReport(transaction, config, {
    subjectType: 'player',
    subjectId: subject.userId,
    subjectUserId: subject.userId,
    reporterId: reporter.userId,
    reason,
    class: reportClass,
    matchIds: isTheirs ? [matchId] : [],
    serverId,
    reportedAt: at,
  })
  if (id === undefined) return false
  // A report without chat does not delete the evidence of the one before.
  if (chat?.length)
    await replaceChatLines(
      transaction,
      id,
      chat.map(({ gamertag, text, at: saidAt, ...player }) => {
        const { id: identityId, isAnonymized } = identityFor(identityOf(player))
        return { identityId, gamertag: isAnonymized ? deletedPlayerName : gamertag, text, at: saidAt }
      }),
    )
  return true
}
