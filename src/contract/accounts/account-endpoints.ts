import { endpointsOf } from '../endpoint.ts'
import type { accountSchemas } from './account-schemas.ts'

export const accountEndpoints = endpointsOf<typeof accountSchemas>({
  export: {
    method: 'GET',
    path: '/api/account/export',
    access: 'member',
    summary: 'Everything the site holds about the signed-in member, as one JSON file',
    limit: 'exports',
    download: 'application/json',
    status: 200,
  },
  remove: {
    method: 'POST',
    path: '/api/account/delete',
    access: 'member',
    whileRestricted: 'allowed',
    summary:
      'Delete own account: hidden at once, gone after 14 days or, with `now`, at once; matches stay, under the name "Deleted player"',
    status: 204,
  },
  restore: {
    method: 'POST',
    path: '/api/account/restore',
    access: 'public',
    summary: 'Restore own account within 14 days of its deletion, and sign in',
    status: 200,
  },
})
