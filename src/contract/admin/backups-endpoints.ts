import { endpointsOf } from '../endpoint.ts'
import type { backupSchemas } from './backups-schemas.ts'

export const backupEndpoints = endpointsOf<typeof backupSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/backups',
    access: 'admin',
    area: 'settings',
    summary: 'Backups that the site made, with size and age, for Managers and Owners',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/backups',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Make a backup now, into DATA_DIR; it cannot be downloaded. Owners only',
    status: 202,
  },
  plan: {
    method: 'PUT',
    path: '/api/admin/backups/plan',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Choose the hour of the day at which a backup is made, or none. Owners only',
    status: 200,
  },
})
