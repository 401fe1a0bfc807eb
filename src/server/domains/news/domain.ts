import { defineDomain } from '../../domain.ts'
import { excluded, filledByMigrations, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { newsletterMailTemplates } from './newsletter/mail-templates.ts'
import { sweepNewsletter } from './newsletter/queries/subscribers.ts'
import { newsletterHandlers, serveNewsletterEnd } from './newsletter/routes.ts'
import { newsletterJob } from './newsletter/worker.ts'
import { deleteSubscriptionOf, hideSubscriptionOf, newsData } from './personal-data/queries.ts'
import { publishNewsJob } from './publish-due.ts'
import { newsConstraints, newsHandlers } from './routes.ts'
import { serveNewsCovers } from './serve-covers.ts'
import { serveNewsFeed } from './serve-feed.ts'

export const news = defineDomain({
  name: 'news',
  handlers: ({ context }) => ({
    news: newsHandlers(context),
    newsletter: newsletterHandlers(context),
  }),
  async routes({ app, context }) {
    serveNewsFeed(app, context)
    serveNewsCovers(app, context)
    await serveNewsletterEnd(app, context)
  },
  constraints: newsConstraints,
  mails: newsletterMailTemplates,
  jobs: (context) => [
    publishNewsJob(context),
    newsletterJob(context),
    sweep('newsletter addresses that were not confirmed', () => sweepNewsletter(context.database.sql)),
  ],
  on: {
    accountDeleted: (transaction, { userId }) => deleteSubscriptionOf(transaction, userId),
    accountHidden: (_transaction, event) => hideSubscriptionOf(event),
  },
  tables: {
    news: saved({ author_id: { in: 'news' } }),
    news_covers: saved(),
    news_feed: saved(),
    newsletter_issues: saved(),
    newsletter_key: filledByMigrations(),
    newsletter_slots: filledByMigrations(),
    newsletter_mails: saved(),
    newsletter_subscribers: saved(),
    newsletter_mailed: excluded('hashes of addresses that got a confirmation mail within a day'),
  },
  personalData: newsData,
})
