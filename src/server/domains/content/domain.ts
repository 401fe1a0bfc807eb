import { defineDomain } from '../../domain.ts'
import { sweep } from '../../platform/jobs.ts'
import { excluded, saved } from '../../platform/tables.ts'
import { serveApiDocs } from './api-docs.ts'
import { serveBrand } from './brand/routes.ts'
import { contentData } from './personal-data/queries.ts'
import { sweepLookPictures } from './pictures/queries.ts'
import { contentHandlers } from './routes.ts'
import { sweepDeletedPages, sweepPreviews } from './settings/queries.ts'
import { settingHandlers } from './settings/routes.ts'

export const content = defineDomain({
  name: 'content',
  handlers: ({ context, content: store, settings }) => ({
    content: contentHandlers(store, context),
    settings: settingHandlers(context, { content: store, settings }),
  }),
  async routes({ app, context, content: store, router }) {
    serveApiDocs(app, context, store)
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
    setting_previews: excluded('nothing of it outlasts ten minutes'),
  },
  personalData: contentData,
})
