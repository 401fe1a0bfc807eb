import { endpointsOf } from '../endpoint.ts'
import type { sessionSchemas } from './sessions-schemas.ts'

export const sessionEndpoints = endpointsOf<typeof sessionSchemas>({
  list: {
    method: 'GET',
    path: '/api/sessions',
    access: 'member',
    summary: 'Where the member is signed in, newest first',
    status: 200,
  },
  end: {
    method: 'DELETE',
    path: '/api/sessions/:id',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'End one of the own sessions',
    status: 204,
  },
  confirm: {
    method: 'POST',
    path: '/api/sessions/confirm',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Enter the password again, which calls that ask for it require every 15 minutes',
    status: 204,
  },
  endOthers: {
    method: 'DELETE',
    path: '/api/sessions',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'End all own sessions but the one that asks',
    status: 204,
  },
})
