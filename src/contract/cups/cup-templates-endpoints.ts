import { endpointsOf } from '../endpoint.ts'
import type { cupTemplateSchemas } from './cup-templates-schemas.ts'

export const cupTemplateEndpoints = endpointsOf<typeof cupTemplateSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/cup-templates',
    access: 'staff',
    area: 'events',
    summary: 'Templates of cups with their next dates, oldest first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/cup-templates',
    access: 'staff',
    area: 'events',
    summary: 'Make a template; its cups of the next 14 days are made at once, later ones by time',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/cup-templates/:id',
    access: 'staff',
    area: 'events',
    summary:
      'Change a template and its cups that nobody edited, or skip dates; If-Match names the version that is meant',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/admin/cup-templates/:id',
    access: 'staff',
    area: 'events',
    summary: 'Delete a template; cups that are made stay',
    status: 204,
  },
})
