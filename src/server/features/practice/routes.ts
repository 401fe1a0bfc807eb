import type { practiceEndpoints } from '../../../contract/practice.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../platform/endpoints.ts'
import { listPracticeModes } from './queries.ts'

export const practiceHandlers = ({ database }: Context): Handlers<typeof practiceEndpoints> => ({
  list: ({ query }) => listPracticeModes(database.sql, query.category),
})
