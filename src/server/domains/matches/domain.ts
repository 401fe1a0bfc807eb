import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { sweepChatLines } from './game-reports/queries.ts'
import { anonymizeDeletedPlayers, anonymizeRemainingNames } from './ledger/anonymize.ts'
import { sweepEndedBoards } from './ledger/ended-boards.ts'
import { startStatsFeed } from './ledger/live.ts'
import { sweepLedger } from './ledger/queries/events.ts'
import { ingestHandlers, linkHandlers } from './ledger/routes.ts'
import { rebuildWaitingPlayers } from './modes/rebuild-players.ts'
import { modeConstraints, modeHandlers } from './modes/routes.ts'
import { sweepPresence } from './presence/queries.ts'
import { presenceHandlers } from './presence/routes.ts'
import { punishmentHandlers } from './punishments/routes.ts'
import { applyRulings } from './rulings/apply.ts'
import { rulingHandlers } from './rulings/routes.ts'

export const matches = defineDomain({
  name: 'matches',
  handlers: ({ context, boards, metrics }) => ({
    link: linkHandlers(context),
    ingest: ingestHandlers(
      context,
      metrics.counter(
        'ingest_events_total',
        'Events that game servers sent, by what became of them',
        'status',
        ['accepted', 'duplicate', 'rejected', 'retry'],
      ),
    ),
    punishments: punishmentHandlers(context),
    rulings: rulingHandlers(context),
    modes: modeHandlers(context, boards),
    presence: presenceHandlers(context),
  }),
  constraints: modeConstraints,
  live: [startStatsFeed],
  on: anonymizeDeletedPlayers,
  jobs: (context) => {
    const { database } = context
    return [
      {
        name: 'figures of changed modes',
        everyMs: 600_000,
        work: (stopping) => rebuildWaitingPlayers(context, stopping),
      },
      { name: 'rulings', everyMs: 600_000, work: (stopping) => applyRulings(context, stopping) },
      sweep('names of deleted players', (stopping) => anonymizeRemainingNames(database, stopping)),
      sweep('who was on a game server', () => sweepPresence(database.sql)),
      sweep('event ids and codes of game servers', () => sweepLedger(database.sql)),
      sweep('chat in old reports', () => sweepChatLines(database.sql)),
      sweep('boards of weeks and months that ended', () => sweepEndedBoards(database)),
    ]
  },
})
