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
    area: 'modes',
    summary: 'Plan a season ahead of now',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/seasons/:id',
    access: 'admin',
    area: 'modes',
    summary: 'Rename a season, or move a start or end that is still ahead',
    status: 200,
  },
  end: {
    method: 'POST',
    path: '/api/admin/seasons/:id/end',
    access: 'admin',
    area: 'modes',
    summary: 'End a running season now; its standings are final a day later',
    status: 200,
  },
  undoEnd: {
    method: 'POST',
    path: '/api/admin/seasons/:id/end/undo',
    access: 'admin',
    area: 'modes',
    summary: 'Let a season that was ended early go on until its planned end, within 24 hours',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/seasons/:id',
    access: 'admin',
    area: 'modes',
    summary: 'Delete a season that has no matches, or began less than 24 hours ago',
    status: 204,
  },
})
