import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { confirmationMailTemplates } from './email/mail-templates.ts'
import { sweepEmailTokens } from './email/queries.ts'
import { emailHandlers } from './email/routes.ts'
import { memberHandlers } from './members/routes.ts'
import { keepingDeletedAccounts } from './personal-data/deleted-accounts.ts'
import { accountHandlers } from './personal-data/routes.ts'
import { recoveryMailTemplates } from './recovery/mail-templates.ts'
import { sweepRecoveries } from './recovery/queries.ts'
import { recoveryHandlers } from './recovery/routes.ts'
import { sweepSetups } from './second-factor/queries.ts'
import { secondFactorHandlers } from './second-factor/routes.ts'
import { sessionHandlers } from './sessions/routes.ts'
import { avatarFetches } from './users/avatar/fetch.ts'
import { serveAvatars } from './users/avatar/serve.ts'
import { userConstraints, userHandlers } from './users/routes.ts'

export const accounts = defineDomain({
  name: 'accounts',
  handlers: ({ context, linkCodes }) => ({
    users: userHandlers(context, linkCodes),
    account: accountHandlers(context),
    sessions: sessionHandlers(context),
    secondFactor: secondFactorHandlers(context),
    members: memberHandlers(context),
    email: emailHandlers(context),
    recovery: recoveryHandlers(context, linkCodes),
  }),
  routes: ({ app, context }) => serveAvatars(app, context),
  constraints: userConstraints,
  mails: (context) => ({ ...confirmationMailTemplates(context), ...recoveryMailTemplates(context) }),
  jobs: (context) => [
    keepingDeletedAccounts(context),
    avatarFetches(context),
    sweep('second factors that were not confirmed', () => sweepSetups(context.database.sql)),
    sweep('links that confirm an address', () => sweepEmailTokens(context.database.sql)),
    sweep('links and codes of recoveries', () => sweepRecoveries(context.database.sql)),
  ],
})
