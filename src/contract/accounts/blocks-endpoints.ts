import { endpointsOf } from '../endpoint.ts'
import type { blockSchemas } from './blocks-schemas.ts'

export const blockEndpoints = endpointsOf<typeof blockSchemas>({
  list: {
    method: 'GET',
    path: '/api/blocks',
    access: 'member',
    summary: 'Members that the signed-in member blocked, newest first, at most 500',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/players/:id/block',
    access: 'member',
    summary: 'Whether the signed-in member blocked somebody',
    status: 200,
  },
  block: {
    method: 'PUT',
    path: '/api/players/:id/block',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Block a member: no follow and no comment of theirs; again changes nothing',
    limit: 'blocks',
    status: 200,
  },
  unblock: {
    method: 'DELETE',
    path: '/api/players/:id/block',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Unblock a member; again changes nothing',
    limit: 'blocks',
    status: 200,
  },
})
