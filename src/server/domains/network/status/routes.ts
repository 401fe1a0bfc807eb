import type { statusEndpoints } from '../../../../contract/network/status-endpoints.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import type { StatusBoard } from './board.ts'

export const statusHandlers = (board: Pick<StatusBoard, 'current'>): Handlers<typeof statusEndpoints> => ({
  show: async () => board.current(),
})
