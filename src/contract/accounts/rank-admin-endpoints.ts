import { endpointsOf } from '../endpoint.ts'
import type { rankSchemas } from './rank-admin-schemas.ts'

export const rankEndpoints = endpointsOf<typeof rankSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/ranks',
    access: 'admin',
    area: 'settings',
    summary: 'The ranks of the site in their order, for Managers and Owners',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/ranks',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary:
      'Create a rank; its first name is its key, and its power stays. Owners only, as all changes of ranks',
    status: 201,
  },
  order: {
    method: 'PUT',
    path: '/api/admin/ranks/order',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Order the ranks; the shipped ones keep their order among themselves',
    status: 200,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/ranks/:key',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Rename a rank, or change its colour, level, areas, other names or whether it is shown',
    status: 200,
  },
  merge: {
    method: 'POST',
    path: '/api/admin/ranks/:key/merge',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary:
      'Make a rank part of another one of the same power and areas; its members follow in the background',
    status: 200,
  },
})
