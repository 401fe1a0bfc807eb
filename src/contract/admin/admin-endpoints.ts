import { endpointsOf } from '../endpoint.ts'
import type { adminSchemas } from './admin-schemas.ts'

export const adminEndpoints = endpointsOf<typeof adminSchemas>({
  overview: {
    method: 'GET',
    path: '/api/admin/overview',
    access: 'staff',
    area: 'any',
    summary: 'What waits for staff, and how the site is set up',
    status: 200,
  },
  waiting: {
    method: 'GET',
    path: '/api/admin/waiting',
    access: 'staff',
    area: 'any',
    summary:
      'How many cases, appeals, reports, applications and messages wait for staff; at most 1,000 of each',
    status: 200,
  },
  numbers: {
    method: 'GET',
    path: '/api/admin/numbers',
    access: 'admin',
    area: 'all',
    summary: 'How long people wait for staff, what waits, and what was decided in the last 7, 30 or 90 days',
    status: 200,
  },
  jobs: {
    method: 'GET',
    path: '/api/admin/jobs',
    access: 'admin',
    area: 'settings',
    summary: 'What became of each job in the background, late ones first; for Owners only',
    status: 200,
  },
  audit: {
    method: 'GET',
    path: '/api/admin/audit',
    access: 'admin',
    area: 'all',
    summary: 'Who did what to which record, newest first',
    status: 200,
  },
  auditFile: {
    method: 'GET',
    path: '/api/admin/audit.csv',
    access: 'admin',
    area: 'all',
    summary: 'The audit log as a CSV file, newest first, at most 50,000 entries',
    status: 200,
    download: 'text/csv',
  },
})
