import type { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import type { StatusState } from './board.ts'
import { readStatusHistory } from './queries.ts'

export const statusHandlers = (
  board: Pick<StatusState, 'current'>,
  database: Pick<Database, 'sql' | 'outageBegunAtMs'>,
): Handlers<typeof statusEndpoints> => ({
  show: async () => ({
    ...board.current(),
    ...(database.outageBegunAtMs !== undefined && { isReadOnly: true }),
  }),
  history: () => readStatusHistory(database),
})
