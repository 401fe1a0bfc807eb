import { defineDomain } from '../../domain.ts'
import { saved } from '../../platform/database/tables.ts'
import { actingBeside } from './acting-beside.ts'
import { settleCup } from './advance-cup.ts'
import { cupConstraints } from './constraints.ts'
import { cupBegunEvents, cupPlayerEvents } from './cup-events.ts'
import { startCupFeed } from './cup-feed.ts'
import { cupTemplateHandlers } from './cup-templates.ts'
import { cupsJob } from './look-after-cups.ts'
import { cupTemplatesJob } from './make-cups.ts'
import { notifyOfLeaving } from './notify-of-cup.ts'
import { cupsData } from './personal-data/queries.ts'
import { listHosted } from './queries/hosted.ts'
import { findMisnamed } from './queries/matches.ts'
import { dropBegunTeams, hideTeamsOf } from './queries/teams.ts'
import { cupHandlers } from './routes.ts'

/**
 * Cups: events whose winner follows from the ledger.
 *
 * A cup is computed. `cupOf` (`engine/cup-of.ts`) takes the decisions of players, staff and deadlines, and the matches
 * of the ledger. It knows no clock and no chance: what happens next by time alone is its `due`. The final bracket of
 * an arena is a bracket like any other, begun by the fact `cut`.
 *
 * An event with a cup has one life: `src/contract/cups/cup-moves.ts` says what may be done in each stage of a cup and
 * what leaving costs. The API refuses by it, and pages show their buttons and questions by it.
 */
export const cups = defineDomain({
  name: 'cups',
  handlers: ({ context }) => ({ cups: cupHandlers(context), cupTemplates: cupTemplateHandlers(context) }),
  on: {
    ...actingBeside,
    registrationEnding: (transaction, { eventId, userId }) => notifyOfLeaving(transaction, userId, eventId),
    registrationEnded: (transaction, { eventId, context }) => settleCup(context, transaction, eventId),
    async accountHidden(transaction, event) {
      await notifyOfLeaving(transaction, event.userId)
      await hideTeamsOf(event)
    },
    accountRestored: (transaction, { userId }) => dropBegunTeams(transaction, userId),
    accountDeleted: (transaction, { userId }) => notifyOfLeaving(transaction, userId),
  },
  ports: { cupMatches: { findMisnamed, listHosted } },
  ingest: [cupBegunEvents, cupPlayerEvents],
  constraints: cupConstraints,
  live: [startCupFeed],
  jobs: (context) => [cupsJob(context), cupTemplatesJob(context)],
  tables: {
    cups: saved(),
    cup_facts: saved(),
    cup_matches: saved(),
    cup_views: saved(),
    cup_entrants: saved(),
    cup_places: saved(),
    cup_teams: saved(),
    // Its players are those of `event_registrations`; the list is exported as `cupTeams`.
    cup_team_players: saved(),
    cup_templates: saved(),
    cup_template_dates: saved(),
  },
  personalData: cupsData,
})
