import type { practiceEndpoints } from '../../../../contract/network/practice-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { manageHandlers } from './manage.ts'
import { listPracticeModes } from './queries.ts'

export const practiceHandlers = (context: Context): Handlers<typeof practiceEndpoints> => ({
  list: ({ query }) => listPracticeModes(context.database.sql, query.category),
  ...manageHandlers(context),
})
