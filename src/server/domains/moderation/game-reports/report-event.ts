import { deletedPlayerName } from '../../../../contract/accounts/accounts.ts'
import { ingestData } from '../../../../contract/matches/ingest-schemas.ts'
import { findRestriction } from '../../accounts/restrictions/queries.ts'
import { type Batch, eventType } from '../../matches/ledger/event-type.ts'
import type { EventOf } from '../../matches/ledger/events.ts'
import { type Identity, identityOf, requireIdentity, seenAt } from '../../matches/ledger/identity.ts'
import { notifyOfPlayers } from '../punishments/notify-of-players.ts'
import { fileGameReport } from '../queries/file-report.ts'
import { playedIn, replaceChatLines } from './queries.ts'

export const reportEvents = eventType(ingestData.report, {
  name: 'report',
  speaksOf: ({ at, data: { reporter, subject, chat } }) => [
    {
      of: identityOf(reporter),
      at,
      path: 'data.reporter',
      refusesStaff: 'data.reporter is staff, who report on the website only',
    },
    { of: identityOf(subject), at, path: 'data.subject' },
    ...(chat ?? []).map((line, n) => ({ of: identityOf(line), at: line.at, path: `data.chat.${n}` })),
  ],
  players: ({ at, data: { reporter, subject, chat } }) => [
    seenAt(reporter, at),
    seenAt(subject, at),
    ...(chat ?? []).map((line) => seenAt(line, line.at)),
  ],
  steps: { reports: storeReports },
  publish: (context, _serverId, events) =>
    notifyOfPlayers(
      context,
      events.map(({ data }) => identityOf(data.subject)),
    ),
})

/** Files the reports of a batch. They join the open case of their subject (docs/fair-play.md). */
async function storeReports(batch: Batch, events: readonly EventOf<'report'>[]): Promise<void> {
  const { transaction, verdicts, identities } = batch
  const reports = events.map((event) => ({
    event,
    reporter: requireIdentity(identities, identityOf(event.data.reporter)),
    subject: requireIdentity(identities, identityOf(event.data.subject)),
  }))
  // In one order, so that batches about the same players wait for each other instead of blocking each other.
  for (const report of reports.sort((a, b) => a.subject.userId - b.subject.userId)) {
    const { event, reporter, subject } = report
    // One player may have an XUID and a PlayFab id.
    if (reporter.userId === subject.userId)
      verdicts.reject(event, 'data has one player as reporter and subject')
    else if ((await findRestriction(transaction, reporter.userId)) !== undefined)
      verdicts.reject(event, 'data.reporter is restricted on the site and cannot report players')
    else if (!(await file(batch, report))) verdicts.repeat(event)
  }
}

interface Report {
  readonly event: EventOf<'report'>
  readonly reporter: Identity
  readonly subject: Identity
}

/** False when a later report of the same reporter has arrived already. */
async function file(
  { transaction, serverId, config, identities }: Batch,
  { event: { at, data }, reporter, subject }: Report,
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
        const { id: identityId, isAnonymized } = requireIdentity(identities, identityOf(player))
        return { identityId, gamertag: isAnonymized ? deletedPlayerName : gamertag, text, at: saidAt }
      }),
    )
  return true
}
