import { endpointsOf } from '../endpoint.ts'
import type { seasonSchemas } from './seasons-schemas.ts'

export const seasonEndpoints = endpointsOf<typeof seasonSchemas>({
  list: {
    method: 'GET',
    path: '/api/seasons',
    access: 'public',
    viewerIndependent: true,
    summary: 'Seasons of the ratings, newest first; closed ones with the champion of each mode',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/seasons',
    access: 'admin',
    summary: 'Plan a season ahead of now',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/seasons/:id',
    access: 'admin',
    summary: 'Rename a season, or move a start or end that is still ahead',
    status: 200,
  },
  end: {
    method: 'POST',
    path: '/api/admin/seasons/:id/end',
    access: 'admin',
    summary: 'End a running season now; its standings are final a day later',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/seasons/:id',
    access: 'admin',
    summary: 'Delete a season without matches',
    status: 204,
  },
})
