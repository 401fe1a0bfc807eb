import { endpointsOf } from '../endpoint.ts'
import type { linkSchemas } from './link-schemas.ts'

export const linkEndpoints = endpointsOf<typeof linkSchemas>({
  create: {
    method: 'POST',
    path: '/api/link',
    access: 'member',
    confirm: true,
    whileRestricted: { cannot: 'link a player' },
    summary: 'Link the signed-in member to the player whom /link in game gave this code',
    limit: 'linkCodes',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/link',
    access: 'member',
    confirm: true,
    whileRestricted: 'allowed',
    summary: 'Unlink: the player and their matches become an account of their own again',
    status: 204,
  },
})
