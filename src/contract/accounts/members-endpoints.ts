import { endpointsOf } from '../endpoint.ts'
import type { memberSchemas } from './members-schemas.ts'

export const memberEndpoints = endpointsOf<typeof memberSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/members',
    access: 'staff',
    area: 'members',
    summary: 'Members, newest first',
    status: 200,
  },
  setRank: {
    method: 'PATCH',
    path: '/api/admin/members/:id/rank',
    access: 'admin',
    area: 'members',
    confirm: true,
    summary: "Change a member's rank",
    status: 200,
  },
  confirm: {
    method: 'POST',
    path: '/api/admin/members/:id/confirmation',
    access: 'staff',
    area: 'members',
    confirm: true,
    summary: 'Confirm that a member who was recovered with a code of another staff member is that member',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/members/:id',
    access: 'admin',
    area: 'members',
    confirm: true,
    summary: "Delete a member's account, as they would do it themselves; Owners only",
    status: 204,
  },
  listDeleted: {
    method: 'GET',
    path: '/api/admin/deleted-members',
    access: 'admin',
    area: 'members',
    summary: 'Deleted members whose account can still be restored, the next to be gone first; Owners only',
    status: 200,
  },
  restore: {
    method: 'POST',
    path: '/api/admin/members/:id/restore',
    access: 'admin',
    area: 'members',
    confirm: true,
    summary: 'Restore a deleted account within 14 days, without a staff rank; Owners only',
    status: 204,
  },
})
