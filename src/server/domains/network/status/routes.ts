import type { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import type { StatusState } from './board.ts'

export const statusHandlers = (board: Pick<StatusState, 'current'>): Handlers<typeof statusEndpoints> => ({
  show: async () => board.current(),
})
