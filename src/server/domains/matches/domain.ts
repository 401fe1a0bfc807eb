import { defineDomain } from '../../domain.ts'
import { excluded, filledByMigrations, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { sweepMinutes } from './game-servers/queries.ts'
import { gameServerHandlers } from './game-servers/routes.ts'
import { IngestTraffic } from './game-servers/traffic.ts'
import { anonymizeDeletedPlayers, anonymizeRemainingNames } from './ledger/anonymize.ts'
import { sweepEndedBoards } from './ledger/ended-boards.ts'
import { linkCodeEvents } from './ledger/event-types/link-code.ts'
import { linkRemoveEvents } from './ledger/event-types/link-remove.ts'
import { linkRequestEvents } from './ledger/event-types/link-request.ts'
import { matchEvents } from './ledger/event-types/match.ts'
import { matchVoidEvents } from './ledger/event-types/match-void.ts'
import { playerEvents } from './ledger/event-types/player.ts'
import { linkCodes } from './ledger/proof.ts'
import { sweepLedger } from './ledger/queries/events.ts'
import { findGameServer } from './ledger/queries/keys.ts'
import { sweepSightings } from './ledger/queries/speaking.ts'
import { sweepUnknownRanks } from './ledger/queries/unknown-ranks.ts'
import { ingestHandlers, linkHandlers } from './ledger/routes.ts'
import { startStatsFeed } from './ledger/stats-feed.ts'
import { readWaitingRebuilds } from './modes/queries.ts'
import { rebuildWaitingPlayers } from './modes/rebuild-players.ts'
import { modeConstraints, modeHandlers } from './modes/routes.ts'
import { matchesData } from './personal-data/queries.ts'
import { heartbeatEvents } from './presence/heartbeat-event.ts'
import { sweepPresence } from './presence/queries.ts'
import { presenceHandlers } from './presence/routes.ts'
import { applyRulings } from './rulings/apply.ts'
import { readWaitingRulings } from './rulings/queries/rulings.ts'
import { rulingHandlers } from './rulings/routes.ts'

/**
 * The ledger: everything game servers report, and the figures that follow from it.
 *
 * - The game server decides how many points a match gives or takes, between -10,000 and 10,000 per player. The site
 *   adds up the points of ranked matches per player, board and period; a total may be negative. Streaks follow the end
 *   of a match, whatever the order of arrival.
 * - `matches`, `match_players`, `match_voids` and the rulings of staff are append-only. `excluded_matches` is derived
 *   from them, and each query that counts matches reads it (docs/fair-play.md). Triggers count matches in
 *   `match_counts` and `match_totals`, so that no page scans them.
 * - A match costs the same however much a player has played: totals, streaks and points per day are updated, never
 *   recomputed (`npm run bench history`).
 * - Presence is in three unlogged tables: `presence_parts`, `presence_players`, and `presence_unknown` for players new
 *   to the site. A heartbeat writes one row, and those of players who came, left or changed mode. A player is one row,
 *   counted where the newest heartbeat lists them.
 * - Figures about ingest are counted in memory and written to `ingest_minutes` every ten seconds at most. A kill loses
 *   the last seconds of these counts, never an event.
 */
export const matches = defineDomain({
  name: 'matches',
  handlers({ context, content, boards, metrics, eventTypes, ports, atClose }) {
    const traffic = new IngestTraffic(context, eventTypes)
    atClose(() => traffic.close())
    return {
      link: linkHandlers(context),
      ingest: ingestHandlers(context, eventTypes, {
        traffic,
        cupMatches: ports.cupMatches,
        content,
        count: metrics.counter(
          'ingest_events_total',
          'Events that game servers sent, by what became of them',
          'status',
          ['accepted', 'duplicate', 'rejected', 'retry'],
        ),
      }),
      gameServers: gameServerHandlers(context),
      rulings: rulingHandlers(context),
      modes: modeHandlers(context, boards),
      presence: presenceHandlers(context),
    }
  },
  ports: { findGameServer, linkCodes },
  constraints: modeConstraints,
  ingest: [
    heartbeatEvents,
    matchEvents,
    matchVoidEvents,
    playerEvents,
    linkRequestEvents,
    linkCodeEvents,
    linkRemoveEvents,
  ],
  live: [startStatsFeed],
  on: anonymizeDeletedPlayers,
  jobs: (context) => {
    const { database } = context
    return [
      {
        name: 'figures of changed modes',
        everyMs: 600_000,
        work: (stopping) => rebuildWaitingPlayers(context, stopping),
        waits: () => readWaitingRebuilds(database.sql),
      },
      {
        name: 'rulings',
        everyMs: 600_000,
        work: (stopping) => applyRulings(context, stopping),
        waits: () => readWaitingRulings(database.sql),
      },
      sweep('names of deleted players', (stopping) => anonymizeRemainingNames(database, stopping)),
      sweep('who was on a game server', () => sweepPresence(database.sql)),
      sweep('who was on which game server', () => sweepSightings(database.sql)),
      sweep('minutes of game servers', () => sweepMinutes(database.sql)),
      sweep('ranks that game servers said', () => sweepUnknownRanks(database.sql)),
      sweep('event ids and codes of game servers', () => sweepLedger(database.sql)),
      sweep('boards of weeks and months that ended', () => sweepEndedBoards(database)),
    ]
  },
  tables: {
    board_counts: saved(),
    boards: saved(),
    excluded_matches: saved(),
    faces: saved({ identity_id: { in: 'identities' } }),
    game_identities: saved({ user_id: { in: 'identities' } }),
    game_servers: saved(),
    identity_hash_key: filledByMigrations(),
    identity_owners: saved({
      identity_id:
        'who ever played as whom, so that nobody decides about themselves; it may be somebody else’s player now',
      user_id: 'the same; the present player is exported, and links are kept with the account',
    }),
    ingest_events: saved(),
    ingest_minutes: excluded('what game servers sent in the last 48 hours'),
    link_codes: excluded('a secret of the moment, for ten minutes', { identity_id: { in: 'linkCodes' } }),
    match_arrivals: saved(),
    match_counts: saved(),
    match_facts: saved(),
    match_players: saved({ identity_id: { in: 'matches' } }),
    match_totals: saved(),
    match_voids: saved(),
    matches: saved(),
    mode_rebuilds: saved(),
    names_to_forget: saved({ identity_id: 'only of identities that are forgotten already' }),
    player_days: saved({ user_id: 'sums of the matches, which are exported' }),
    player_stats: saved({ user_id: { in: 'figures' } }),
    rulings: saved(),
    ruling_matches: saved(),
    ruling_decisions: saved(),
    ruling_work: saved(),
    unknown_ranks: saved(),
    presence_parts: excluded('who was on a game server a moment ago'),
    presence_players: excluded('who was on a game server a moment ago', {
      identity_id: 'where somebody plays at this moment, as everybody sees it',
    }),
    presence_unknown: excluded('who was on a game server a moment ago'),
    server_players: excluded('who was on which game server in the last days', {
      identity_id: 'kept for a week, so that a game server speaks only for people who were on it',
    }),
    heartbeats: excluded('the state of a game server a moment ago'),
  },
  personalData: matchesData,
})
