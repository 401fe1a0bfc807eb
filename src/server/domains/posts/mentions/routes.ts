import type { mentionEndpoints } from '../../../../contract/posts/mentions-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { suggestNames } from './queries.ts'

export const mentionHandlers = ({
  database,
}: Pick<Context, 'database'>): Handlers<typeof mentionEndpoints> => ({
  suggest: ({ member, query }) => suggestNames(database.sql, member.id, query.name),
})
