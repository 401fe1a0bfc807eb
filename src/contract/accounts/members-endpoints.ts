import { endpointsOf } from '../endpoint.ts'
import type { memberSchemas } from './members-schemas.ts'

export const memberEndpoints = endpointsOf<typeof memberSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/members',
    access: 'staff',
    summary: 'Members, newest first',
    status: 200,
  },
  setRank: {
    method: 'PATCH',
    path: '/api/admin/members/:id/rank',
    access: 'admin',
    confirm: true,
    summary: "Change a member's rank",
    status: 200,
  },
  confirm: {
    method: 'POST',
    path: '/api/admin/members/:id/confirmation',
    access: 'staff',
    confirm: true,
    summary: 'Confirm that a member who was recovered with a code of another staff member is that member',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/members/:id',
    access: 'admin',
    confirm: true,
    summary: "Delete a member's account for good, as they would do it themselves; Owners only",
    status: 204,
  },
})
