import { endpointsOf } from '../endpoint.ts'
import type { todaySchemas } from './today-schemas.ts'

export const todayEndpoints = endpointsOf<typeof todaySchemas>({
  show: {
    method: 'GET',
    path: '/api/today',
    access: 'member',
    summary:
      "The signed-in member's day: position, points and rating gained, last match, season and next event",
    status: 200,
  },
  visit: {
    method: 'PUT',
    path: '/api/today/visit',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'The signed-in member sees home: the next visit is told what changed since then',
    status: 204,
  },
})
