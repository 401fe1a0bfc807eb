import { endpointsOf } from '../endpoint.ts'
import type { secretSchemas } from './secrets-schemas.ts'

export const secretEndpoints = endpointsOf<typeof secretSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/secrets',
    access: 'admin',
    area: 'settings',
    summary: 'Which secrets of the site are set, without the secrets',
    status: 200,
  },
  save: {
    method: 'PUT',
    path: '/api/admin/secrets/:name',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Replace a secret of the site, or remove it; it is stored encrypted, and no call returns it',
    status: 204,
  },
})
