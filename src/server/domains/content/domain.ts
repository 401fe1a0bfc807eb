import { defineDomain } from '../../domain.ts'
import { excluded, saved } from '../../platform/database/tables.ts'
import { sweep } from '../../platform/jobs/jobs.ts'
import { serveApiDocs } from './api-docs.ts'
import { serveBrand } from './brand/routes.ts'
import { contentData } from './personal-data/queries.ts'
import { sweepLookPictures } from './pictures/queries.ts'
import { contentHandlers } from './routes.ts'
import { secretHandlers } from './secrets/routes.ts'
import { sweepDeletedPages, sweepPreviews } from './settings/queries.ts'
import { settingHandlers } from './settings/routes.ts'
import { serveAddressCheck } from './settings/serve-address-check.ts'

/**
 * The network's own words, settings and brand.
 *
 * A preview replaces the content for one rendering (`ContentStore.during`), past the caches for visitors: unsaved
 * words are rendered and never stored. Search engines list only the pages in `src/contract/content/public-paths.ts`.
 */
export const content = defineDomain({
  name: 'content',
  handlers: ({ context, content: store, settings }) => ({
    content: contentHandlers(store, context),
    settings: settingHandlers(context, { content: store, settings }),
    secrets: secretHandlers(settings),
  }),
  async routes({ app, context, content: store, router }) {
    serveApiDocs(app, context, store)
    serveAddressCheck(app, context)
    await serveBrand(app, context, { content: store, router })
  },
  jobs: ({ database }) => [
    sweep('previews of settings', () => sweepPreviews(database.sql)),
    sweep('pictures of the look that nothing names', () => sweepLookPictures(database.sql)),
    sweep('pages that were deleted', () => sweepDeletedPages(database.sql)),
  ],
  tables: {
    settings_revisions: saved({ by: { in: 'settings' } }),
    look_pictures: saved(),
    secrets: saved(),
    redirects: saved({ user_id: { in: 'formerAddresses' } }),
    setting_previews: excluded('nothing of it outlasts ten minutes'),
    address_checks: excluded('nothing of it outlasts a minute'),
  },
  personalData: contentData,
})
