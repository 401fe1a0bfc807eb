import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { excluded, filledByMigrations, saved } from '../../platform/tables.ts'
import { serveApiDocs } from './api-docs.ts'
import { serveBrand } from './brand/routes.ts'
import { publishNewsJob } from './news/publish-due.ts'
import { newsConstraints, newsHandlers } from './news/routes.ts'
import { serveNewsCovers } from './news/serve-covers.ts'
import { serveNewsFeed } from './news/serve-feed.ts'
import { newsletterMailTemplates } from './newsletter/mail-templates.ts'
import { sweepNewsletter } from './newsletter/queries/subscribers.ts'
import { newsletterHandlers, serveNewsletterEnd } from './newsletter/routes.ts'
import { newsletterJobs } from './newsletter/worker.ts'
import { contentData, deleteSubscriptionOf } from './personal-data/queries.ts'
import { contentHandlers } from './routes.ts'
import { settingHandlers } from './settings/routes.ts'

export const content = defineDomain({
  name: 'content',
  handlers: ({ context, content: store, settings }) => ({
    content: contentHandlers(store),
    settings: settingHandlers(settings),
    news: newsHandlers(context),
    newsletter: newsletterHandlers(context),
  }),
  async routes({ app, context, content: store, router }) {
    serveApiDocs(app, context, store.site())
    serveNewsFeed(app, context)
    serveNewsCovers(app, context)
    await serveNewsletterEnd(app, context)
    await serveBrand(app, context, { content: store, router })
  },
  constraints: newsConstraints,
  mails: newsletterMailTemplates,
  jobs: (context) => [
    publishNewsJob(context),
    ...newsletterJobs(context),
    sweep('newsletter addresses that were not confirmed', () => sweepNewsletter(context.database.sql)),
  ],
  on: { accountDeleted: (transaction, { userId }) => deleteSubscriptionOf(transaction, userId) },
  tables: {
    content_seeds: saved(),
    settings_revisions: saved({ by: { in: 'settings' } }),
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
  personalData: contentData,
})
