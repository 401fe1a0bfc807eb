import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { deleteAppealsOf, expireAppeals } from './appeals/queries.ts'
import { appealConstraints, appealHandlers } from './appeals/routes.ts'
import { caseHandlers } from './case-routes.ts'
import { detecting } from './detector/detector.ts'
import { moderationConstraints, moderationHandlers } from './routes.ts'

export const moderation = defineDomain({
  name: 'moderation',
  handlers: ({ context }) => ({
    appeals: appealHandlers(context),
    cases: caseHandlers(context),
    moderation: moderationHandlers(context),
  }),
  constraints: { ...appealConstraints, ...moderationConstraints },
  // Before the identities move to the anonymous account.
  on: { accountDeleted: (transaction, { userId }) => deleteAppealsOf(transaction, userId) },
  jobs: (context, content) => [
    detecting(context, content),
    sweep('appeals whose player did not answer', () => expireAppeals(context.database.sql)),
  ],
})
