import { endpointsOf } from '../endpoint.ts'
import type { reportSchemas } from './reports-schemas.ts'

export const reportEndpoints = endpointsOf<typeof reportSchemas>({
  create: {
    method: 'POST',
    path: '/api/reports',
    aliasPath: '/api/test/reports',
    access: 'member',
    whileRestricted: { cannot: 'send bug reports' },
    summary: 'Report a bug',
    limit: 'reports',
    idempotent: 'reports.create',
    status: 201,
  },
  mine: {
    method: 'GET',
    path: '/api/reports/mine',
    access: 'member',
    summary: "The signed-in member's own bug reports, newest first",
    status: 200,
  },
  list: {
    method: 'GET',
    path: '/api/admin/reports',
    access: 'staff',
    area: 'reports',
    summary: 'Bug reports, newest first; without a status those of every status',
    status: 200,
  },
  one: {
    method: 'GET',
    path: '/api/admin/reports/:id',
    access: 'staff',
    area: 'reports',
    summary: 'One bug report',
    status: 200,
  },
  setStatus: {
    method: 'PATCH',
    path: '/api/admin/reports/:id/status',
    access: 'staff',
    area: 'reports',
    summary: 'Set the status of a bug report; If-Match guards against overwriting a newer change',
    status: 200,
  },
  setStatuses: {
    method: 'POST',
    path: '/api/admin/reports/statuses',
    access: 'staff',
    area: 'reports',
    summary:
      'Set one status of up to 50 bug reports, each as it was seen; says of each why it was not changed',
    status: 200,
  },
  undoStatuses: {
    method: 'POST',
    path: '/api/admin/reports/statuses/undo',
    access: 'staff',
    area: 'reports',
    summary: 'Take your own changes of bug reports back for some seconds, where nobody changed them since',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/reports/:id',
    access: 'staff',
    area: 'reports',
    confirm: true,
    summary: 'Delete a bug report; If-Match guards against deleting one that changed meanwhile',
    status: 204,
  },
})
