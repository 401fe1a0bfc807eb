import { defineDomain } from '../../domain.ts'
import { excluded, filledByMigrations, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { blockConstraints, blockHandlers } from './blocks/routes.ts'
import { confirmationMailTemplates } from './email/mail-templates.ts'
import { sweepEmailTokens } from './email/queries.ts'
import { emailHandlers } from './email/routes.ts'
import { sweepInvites } from './invites/queries.ts'
import { inviteHandlers } from './invites/routes.ts'
import { memberHandlers } from './members/routes.ts'
import { deletedAccountsJob } from './personal-data/deleted-accounts.ts'
import { finishDeletionsJob } from './personal-data/hide-account.ts'
import { deletionMailTemplates } from './personal-data/mail-templates.ts'
import { accountsData } from './personal-data/queries/export.ts'
import { accountHandlers } from './personal-data/routes.ts'
import { mergedRanksJob } from './ranks/move-members.ts'
import { staffRanksJob } from './ranks/queries/sent-ranks.ts'
import { loadRanks } from './ranks/rank-store.ts'
import { rankHandlers } from './ranks/routes.ts'
import { recoveryMailTemplates } from './recovery/mail-templates.ts'
import { sweepRecoveries } from './recovery/queries.ts'
import { recoveryHandlers } from './recovery/routes.ts'
import { requireUnrestricted } from './restrictions/queries.ts'
import { sweepSetups } from './second-factor/queries.ts'
import { secondFactorHandlers } from './second-factor/routes.ts'
import { sessionHandlers } from './sessions/routes.ts'
import { setupHandlers } from './setup/routes.ts'
import { avatarFetchJob } from './users/avatar/fetch.ts'
import { serveAvatars } from './users/avatar/serve.ts'
import { requireNeutralName } from './users/reserved-names.ts'
import { userConstraints, userHandlers } from './users/routes.ts'

/**
 * Sign-in, sessions, members, and everything that lets one person act as another.
 *
 * Nothing on the server caches who somebody is: rank and restriction are read on every request (`granted-rank.ts`).
 * What goes with a deleted account is a foreign key, or the work of a higher domain in `on.accountDeleted`. Until then it
 * is hidden and can be restored (docs/decisions/0056-days-of-grace.md).
 */
export const accounts = defineDomain({
  name: 'accounts',
  handlers: ({ context, ports: { linkCodes }, personalData, ranks }) => ({
    users: userHandlers(context, linkCodes),
    account: accountHandlers(context, personalData),
    sessions: sessionHandlers(context),
    secondFactor: secondFactorHandlers(context),
    members: memberHandlers(context),
    invites: inviteHandlers(context),
    ranks: rankHandlers(context, ranks),
    email: emailHandlers(context),
    recovery: recoveryHandlers(context, linkCodes),
    setup: setupHandlers(context),
    blocks: blockHandlers(context),
  }),
  ports: { requireNeutralName, requireUnrestricted },
  routes: ({ app, context }) => serveAvatars(app, context),
  constraints: { ...userConstraints, ...blockConstraints },
  mails: (context) => ({
    ...confirmationMailTemplates(context),
    ...recoveryMailTemplates(context),
    ...deletionMailTemplates(context),
  }),
  jobs: (context) => [
    deletedAccountsJob(context),
    finishDeletionsJob(context),
    avatarFetchJob(context),
    mergedRanksJob(context),
    staffRanksJob(context),
    sweep('second factors that were not confirmed', () => sweepSetups(context.database.sql)),
    sweep('links that confirm an address', () => sweepEmailTokens(context.database.sql)),
    sweep('invitations that are over', () => sweepInvites(context.database.sql)),
    sweep('links and codes of recoveries', () => sweepRecoveries(context.database.sql)),
  ],
  prepare: [({ database }) => loadRanks(database.sql)],
  tables: {
    ranks: filledByMigrations(),
    users: saved(),
    avatars: saved({ user_id: { in: 'account' } }),
    avatar_fetches: excluded('tries of the last hours', {
      user_id: 'how often an address was tried; the address itself is with the account',
    }),
    blocks: saved({
      blocker_id: { in: 'blocks' },
      blocked_id: 'who blocks a member is the choice of those people, and they are not told',
    }),
    deleted_accounts: saved(),
    pending_deletions: saved({
      user_id: 'the account, whose member cannot export anything while it is deleted',
    }),
    hidden_rows: saved(),
    hidden_identities: saved({ identity_id: 'the player of such an account' }),
    known_networks: saved({ user_id: { in: 'knownNetworks' } }),
    hands: saved(),
    restrictions: saved({
      user_id: { in: 'restrictions' },
      created_by: 'work of the team, about somebody else',
      lifted_by: 'work of the team, about somebody else',
    }),
    second_factors: saved({ user_id: { in: 'secondFactor' } }),
    second_factor_recovery_codes: saved({
      user_id: 'hashes of codes; how many are left is with the second factor',
    }),
    second_factor_setups: excluded('a secret that proves nothing yet, for some minutes', {
      user_id: 'a secret that proves nothing yet, for some minutes',
    }),
    sessions: excluded('a secret of the moment: after a restore everybody signs in again', {
      user_id: { in: 'sessions' },
    }),
    first_owner: saved(),
    invites: excluded('secrets of the moment, for a week', {
      created_by: 'work of the team; the audit log has it',
      used_by: 'the rank that it gave is with the account',
    }),
    setup_link: excluded('a secret of the moment: a start or setup-link makes another'),
    user_redirects: saved({ user_id: { in: 'earlierIds' } }),
    verified_emails: saved({ user_id: { in: 'verifiedEmail' } }),
    email_tokens: excluded('links of mails that confirm an address: secrets of the moment', {
      user_id: 'the hash of a link, for a day',
    }),
    imported_records: saved({
      user_id: 'the number of the account in another program, of which nothing else is stored',
    }),
    recovery_tokens: excluded('links and codes that open an account: secrets of the moment', {
      user_id: 'hashes of links and codes, for half an hour',
    }),
  },
  personalData: accountsData,
})
