import { defineDomain } from '../../domain.ts'
import { saved } from '../../platform/tables.ts'
import { cupConstraints } from './constraints.ts'
import { cupBegunEvents, cupPlayerEvents } from './cup-events.ts'
import { startCupFeed } from './cup-feed.ts'
import { cupTemplateHandlers } from './cup-templates.ts'
import { cupsJob } from './look-after-cups.ts'
import { cupTemplatesJob } from './make-cups.ts'
import { cupsData } from './personal-data/queries.ts'
import { listHosted } from './queries/hosted.ts'
import { findMisnamed } from './queries/matches.ts'
import { cupHandlers } from './routes.ts'

export const cups = defineDomain({
  name: 'cups',
  handlers: ({ context }) => ({ cups: cupHandlers(context), cupTemplates: cupTemplateHandlers(context) }),
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
