import type { communityEndpoints } from '../../../../contract/posts/community-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { communityFigures } from './queries.ts'

export const communityHandlers = ({ database }: Context): Handlers<typeof communityEndpoints> => ({
  figures: () => communityFigures(database.sql),
})
