import type { presenceEndpoints } from '../../../../contract/matches/presence-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { findPresence, readPresence } from './queries.ts'

export function presenceHandlers({
  database,
}: Pick<Context, 'database'>): Handlers<typeof presenceEndpoints> {
  return {
    list: ({ query }) => readPresence(database.sql, query.limit),
    show: async ({ params }) => ({ presence: (await findPresence(database.sql, params.id)) ?? null }),
  }
}
