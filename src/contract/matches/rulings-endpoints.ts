import { endpointsOf } from '../endpoint.ts'
import type { rulingSchemas } from './rulings-schemas.ts'

export const rulingEndpoints = endpointsOf<typeof rulingSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/rulings',
    access: 'staff',
    area: 'moderation',
    summary: 'Rulings on matches, newest first',
    status: 200,
  },
  preview: {
    method: 'POST',
    path: '/api/admin/rulings/preview',
    access: 'staff',
    area: 'moderation',
    summary: 'What a ruling would change: how many matches, of whom, and how many are rated; stores nothing',
    status: 200,
  },
  /** 202 when it waits for a second person, or while figures are being computed again. */
  create: {
    method: 'POST',
    path: '/api/admin/rulings',
    access: 'staff',
    area: 'moderation',
    summary: 'Exclude matches from everything that counts, or restore them',
    status: 201,
  },
  confirm: {
    method: 'POST',
    path: '/api/admin/rulings/:id/confirm',
    access: 'admin',
    area: 'moderation',
    summary: "Let somebody else's ruling on more than 20 matches take effect",
    status: 200,
  },
  refuse: {
    method: 'POST',
    path: '/api/admin/rulings/:id/refuse',
    access: 'admin',
    area: 'moderation',
    summary: "Refuse somebody else's ruling on more than 20 matches",
    status: 200,
  },
})
