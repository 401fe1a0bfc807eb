import { endpointsOf } from '../endpoint.ts'
import type { caseSchemas } from './cases-schemas.ts'

export const caseEndpoints = endpointsOf<typeof caseSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/cases',
    access: 'staff',
    area: 'moderation',
    summary: 'Cases by urgency, or the last decided first; filtered and searched',
    status: 200,
  },
  counts: {
    method: 'GET',
    path: '/api/admin/cases/counts',
    access: 'staff',
    area: 'moderation',
    summary: 'How many cases are open, claimed, yours, and nobody’s; at most 1,000 of each are counted',
    status: 200,
  },
  one: {
    method: 'GET',
    path: '/api/admin/cases/:id',
    access: 'staff',
    area: 'moderation',
    summary: 'One case, open or decided, by the id of any of its reports',
    status: 200,
  },
  timeline: {
    method: 'GET',
    path: '/api/admin/cases/:id/timeline',
    access: 'staff',
    area: 'moderation',
    summary:
      'What happened about the subject of a case: reports, decisions, restrictions, punishments; the newest 200',
    status: 200,
  },
  claim: {
    method: 'POST',
    path: '/api/admin/cases/:id/claim',
    access: 'staff',
    area: 'moderation',
    summary: 'Claim an open case for 30 minutes; a higher rank takes it over with a reason',
    status: 200,
  },
  release: {
    method: 'DELETE',
    path: '/api/admin/cases/:id/claim',
    access: 'staff',
    area: 'moderation',
    summary: 'Give up your claim of a case',
    status: 204,
  },
  decide: {
    method: 'POST',
    path: '/api/admin/cases/:id/decisions',
    access: 'staff',
    area: 'moderation',
    summary: 'Decide an open case; the reporters learn the class of the outcome',
    status: 200,
  },
  decideMany: {
    method: 'POST',
    path: '/api/admin/cases/decisions',
    access: 'staff',
    area: 'moderation',
    summary: 'Decide up to 50 cases alike; says of each why it was not decided',
    status: 200,
  },
  undo: {
    method: 'POST',
    path: '/api/admin/cases/decisions/undo',
    access: 'staff',
    area: 'moderation',
    summary: 'Take your own decisions of the last seconds back; reporters no longer read them',
    status: 200,
  },
})
