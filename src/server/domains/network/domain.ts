import { defineDomain } from '../../domain.ts'
import { excluded, filledByMigrations, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { discordAdminHandlers } from './discord/admin-routes.ts'
import { discordMessagesJob } from './discord/post-messages.ts'
import { sweepDiscordMessages } from './discord/queries/messages.ts'
import { discordHandlers } from './discord/routes.ts'
import { seedModeNames } from './modes/seed.ts'
import { practiceConstraints } from './practice/manage.ts'
import { practiceHandlers } from './practice/routes.ts'
import { seedPracticeModes } from './practice/seed.ts'
import { sweepStatusHistory } from './status/queries.ts'
import { startStatus } from './status/start.ts'

/**
 * Live status, practice modes, and messages to Discord.
 *
 * One process holds an advisory lock and polls the game server; the others read its rows. Modes are data: a stored
 * match keeps its game type for ever, and `modes` says what it counts for. A merged mode is an alias, resolved on read
 * (docs/decisions/0037-modes-are-data.md).
 */
export const network = defineDomain({
  name: 'network',
  handlers({ context, content, sockets, metrics, ports, atClose }) {
    const status = startStatus(context, sockets)
    atClose(status.close)
    metrics.gauge(
      'game_server_poll_age_seconds',
      'Time since any process last polled the game server; absent before the first poll',
      () => {
        const age = status.pollAgeMs()
        return age === undefined ? undefined : age / 1000
      },
    )
    return {
      status: status.handlers,
      practice: practiceHandlers(context, content, ports.requireNeutralName),
      discord: discordHandlers(context, content),
      discordAdmin: discordAdminHandlers(context),
    }
  },
  constraints: practiceConstraints,
  prepare: [
    ({ database }, content) => seedPracticeModes(database, content.written()['practice-modes']),
    ({ database }, content) => seedModeNames(database, content.written().pages.boards),
  ],
  jobs: (context) => [
    discordMessagesJob(context),
    sweep('what game servers answered long ago', () => sweepStatusHistory(context.database)),
    sweep('old messages to Discord', () => sweepDiscordMessages(context.database)),
  ],
  tables: {
    modes: filledByMigrations(),
    mode_merges: saved(),
    practice_modes: saved(),
    discord_messages: excluded(
      'a queue and the log of 30 days: a restored one would announce old events again',
      { player_id: 'a queue and a log, for 30 days; the matches that they name are exported' },
    ),
    status_hours: saved(),
    status_minutes: excluded('the players of the last 48 hours by the minute'),
    game_ping: excluded('the state of the game server a moment ago'),
  },
})
