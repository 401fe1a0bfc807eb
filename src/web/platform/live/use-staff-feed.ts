import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { StaffList } from '../../../contract/staff-lists.ts'
import { useLive } from './use-live.ts'

/** Refetches staff lists when the server publishes that they changed, while the component is mounted. */
export function useStaffFeed(lists: StaffList | readonly StaffList[], queryKey: QueryKey): void {
  const client = useQueryClient()
  const refetch = () => void client.invalidateQueries({ queryKey })
  useLive(
    { channel: 'staff' },
    (message) => {
      if (message.type === 'staff_update' && [lists].flat().includes(message.list)) refetch()
    },
    refetch,
  )
}
