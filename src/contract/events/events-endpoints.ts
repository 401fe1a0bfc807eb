import { endpointsOf } from '../endpoint.ts'
import type { eventSchemas } from './events-schemas.ts'

export const eventEndpoints = endpointsOf<typeof eventSchemas>({
  list: {
    method: 'GET',
    path: '/api/events',
    access: 'public',
    summary: 'Events with their participants, newest first',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/events/:id',
    access: 'public',
    summary: 'One event',
    status: 200,
  },
  register: {
    method: 'POST',
    path: '/api/events/:id/register',
    access: 'member',
    whileRestricted: { cannot: 'register for events' },
    summary: 'Register for an event; again is fine',
    status: 200,
  },
  unregister: {
    method: 'DELETE',
    path: '/api/events/:id/register',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Leave an event; again is fine',
    status: 200,
  },
  manage: {
    method: 'GET',
    path: '/api/admin/events',
    access: 'staff',
    area: 'events',
    summary: 'Events as staff manage them, newest first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/events',
    access: 'staff',
    area: 'events',
    summary: 'Create an event',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/events/:id',
    access: 'staff',
    area: 'events',
    summary: 'Change an event; If-Match names the version that is meant',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/events/:id',
    access: 'staff',
    area: 'events',
    confirm: true,
    summary: 'Delete an event with its registrations',
    status: 204,
  },
})
