import { endpointsOf } from '../endpoint.ts'
import type { practiceSchemas } from './practice-schemas.ts'

export const practiceEndpoints = endpointsOf<typeof practiceSchemas>({
  list: {
    method: 'GET',
    path: '/api/practice',
    access: 'public',
    summary: 'Practice modes of a category',
    status: 200,
  },
  manage: {
    method: 'GET',
    path: '/api/admin/practice',
    access: 'staff',
    area: 'modes',
    summary: 'Practice modes as staff manage them, FFA first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/practice',
    access: 'staff',
    area: 'modes',
    summary: 'Create a practice mode',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/practice/:id',
    access: 'staff',
    area: 'modes',
    summary: 'Change or move a practice mode; If-Match names the version that is meant',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/practice/:id',
    access: 'staff',
    area: 'modes',
    summary: 'Remove a practice mode',
    status: 204,
  },
})
