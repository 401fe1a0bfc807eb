import { endpointsOf } from '../endpoint.ts'
import type { keySchemas } from './keys-schemas.ts'

export const keyEndpoints = endpointsOf<typeof keySchemas>({
  current: {
    method: 'GET',
    path: '/api/key',
    access: 'public',
    secretHeader: 'authorization',
    summary: 'The API key that the call was sent with: scopes, expiry and what is left of its limit',
    status: 200,
  },
  list: {
    method: 'GET',
    path: '/api/keys',
    access: 'member',
    summary: "The signed-in member's API keys, newest first",
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/keys',
    access: 'member',
    whileRestricted: { cannot: 'make API keys' },
    confirm: true,
    summary: 'Make an API key; its secret is only in this response. At most five, for at most a year',
    status: 201,
  },
  remove: {
    method: 'DELETE',
    path: '/api/keys/:id',
    access: 'member',
    whileRestricted: 'allowed',
    summary: "Revoke one of the signed-in member's API keys, in every process at once",
    status: 204,
  },
  ofStaff: {
    method: 'GET',
    path: '/api/admin/keys',
    access: 'admin',
    area: 'settings',
    summary: 'API keys with scopes of staff, newest first, for Managers and Owners',
    status: 200,
  },
  removeOfStaff: {
    method: 'DELETE',
    path: '/api/admin/keys/:id',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Revoke an API key of staff, for Managers and Owners',
    status: 204,
  },
})
