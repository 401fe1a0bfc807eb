import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { DeskList } from '../../contract/live.ts'
import { useLive } from './use-live.ts'

/** Asks for a staff list again when the server says that it changed, while the component is mounted. */
export function useDeskNews(list: DeskList, queryKey: QueryKey): void {
  const client = useQueryClient()
  useLive({ channel: 'desk' }, (message) => {
    if (message.type === 'desk_update' && message.list === list) void client.invalidateQueries({ queryKey })
  })
}
