import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { sweepLinkStates } from './discord-link/queries.ts'
import { discordLinkConstraints, discordLinkHandlers } from './discord-link/routes.ts'
import { roleSync } from './discord-link/sync.ts'
import { followConstraints, followHandlers } from './follows/routes.ts'
import { playerHandlers } from './routes.ts'
import { todayHandlers } from './today.ts'

export const players = defineDomain({
  name: 'players',
  handlers: ({ context, content }) => ({
    players: playerHandlers(context),
    follows: followHandlers(context),
    discordLink: discordLinkHandlers(context),
    today: todayHandlers(context, content),
  }),
  constraints: { ...followConstraints, ...discordLinkConstraints },
  jobs: (context) => [
    ...roleSync(context),
    sweep('links that Discord did not confirm', () => sweepLinkStates(context.database.sql)),
  ],
})
