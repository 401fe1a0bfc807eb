import type { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { Database } from '../../../platform/database.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import type { StatusState } from './board.ts'
import { readStatusHistory } from './queries.ts'

export const statusHandlers = (
  board: Pick<StatusState, 'current'>,
  database: Pick<Database, 'sql'>,
): Handlers<typeof statusEndpoints> => ({
  show: async () => board.current(),
  history: () => readStatusHistory(database),
})
