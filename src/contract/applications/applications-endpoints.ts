import { endpointsOf } from '../endpoint.ts'
import type { applicationSchemas } from './applications-schemas.ts'

export const applicationEndpoints = endpointsOf<typeof applicationSchemas>({
  list: {
    method: 'GET',
    path: '/api/staff-applications',
    access: 'staff',
    area: 'applications',
    summary: 'Staff applications, newest first',
    status: 200,
  },
  one: {
    method: 'GET',
    path: '/api/staff-applications/:id',
    access: 'staff',
    area: 'applications',
    summary: 'One application',
    status: 200,
  },
  mine: {
    method: 'GET',
    path: '/api/staff-applications/mine',
    access: 'member',
    summary: 'Own applications and their states, newest first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/staff-applications',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Apply for the team; one open application per position',
    idempotent: 'applications.create',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/staff-applications/:id',
    access: 'staff',
    area: 'applications',
    summary: 'Set status and notes of an application',
    status: 200,
  },
  undo: {
    method: 'POST',
    path: '/api/staff-applications/:id/undo',
    access: 'staff',
    area: 'applications',
    summary: 'Take your own change of an application back for some seconds, where nobody changed it since',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/staff-applications/:id',
    access: 'admin',
    area: 'applications',
    confirm: true,
    summary: 'Delete an application for good',
    status: 204,
  },
})
