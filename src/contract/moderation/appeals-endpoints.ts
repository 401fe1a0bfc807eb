import { endpointsOf } from '../endpoint.ts'
import type { appealSchemas } from './appeals-schemas.ts'

export const appealEndpoints = endpointsOf<typeof appealSchemas>({
  create: {
    method: 'POST',
    path: '/api/appeals',
    access: 'public',
    summary: 'Appeal against a punishment or restriction: signed in, or with the code of the ban screen',
    status: 201,
  },
  mine: {
    method: 'GET',
    path: '/api/appeals/mine',
    access: 'member',
    summary: "The signed-in member's punishments and restriction, with their appeals",
    status: 200,
  },
  byCode: {
    method: 'GET',
    path: '/api/appeals/by-code',
    access: 'public',
    secretHeader: 'appeal-code',
    summary:
      'The punishment of the code in the header Appeal-Code, with its appeal; 404 for wrong and expired codes',
    status: 200,
  },
  reply: {
    method: 'POST',
    path: '/api/appeals/:id/messages',
    access: 'public',
    summary: 'Write to the reviewers: once, until they answer',
    status: 201,
  },
  withdraw: {
    method: 'POST',
    path: '/api/appeals/:id/withdrawal',
    access: 'public',
    summary: 'Withdraw an open appeal',
    status: 200,
  },
  /** Open ones: those that wait for staff the longest first, without further pages. Closed ones: newest first. */
  list: {
    method: 'GET',
    path: '/api/admin/appeals',
    access: 'staff',
    area: 'appeals',
    summary: 'Appeals for staff',
    status: 200,
  },
  one: {
    method: 'GET',
    path: '/api/admin/appeals/:id',
    access: 'staff',
    area: 'appeals',
    summary: 'One appeal, open or closed',
    status: 200,
  },
  claim: {
    method: 'POST',
    path: '/api/admin/appeals/:id/claim',
    access: 'staff',
    area: 'appeals',
    summary: 'Begin to review an appeal, for 30 minutes; a higher rank takes it over with a reason',
    status: 200,
  },
  ask: {
    method: 'POST',
    path: '/api/admin/appeals/:id/messages',
    access: 'staff',
    area: 'appeals',
    summary: 'Ask the player something; without an answer the appeal expires after 14 days',
    status: 201,
  },
  decide: {
    method: 'POST',
    path: '/api/admin/appeals/:id/decisions',
    access: 'staff',
    area: 'appeals',
    summary: 'Uphold, reduce or lift what was appealed; the game is notified',
    status: 200,
  },
  undo: {
    method: 'POST',
    path: '/api/admin/appeals/:id/decisions/undo',
    access: 'staff',
    area: 'appeals',
    summary: 'Take your own decision of the last seconds back: what it lifted or reduced is in force again',
    status: 200,
  },
})
