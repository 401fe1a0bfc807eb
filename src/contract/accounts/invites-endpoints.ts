import { endpointsOf } from '../endpoint.ts'
import type { inviteSchemas } from './invites-schemas.ts'

export const inviteEndpoints = endpointsOf<typeof inviteSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/invites',
    access: 'admin',
    area: 'settings',
    summary: 'Invitations, newest first, for Managers and Owners',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/invites',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Make a link that gives a rank below your own, once, within 7 days. Owners only',
    status: 201,
  },
  revoke: {
    method: 'POST',
    path: '/api/admin/invites/:id/revoke',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Revoke an invitation that was not used. Owners only',
    status: 200,
  },
  look: {
    method: 'POST',
    path: '/api/invites/look',
    access: 'public',
    summary: 'The rank that an invitation gives',
    limit: 'invites',
    status: 200,
  },
  accept: {
    method: 'POST',
    path: '/api/invites/accept',
    access: 'public',
    confirm: true,
    summary: 'Take the rank of an invitation: signed in with your account, else with a new one',
    refuseIdentityKeys: true,
    limit: 'invites',
    status: 200,
  },
})
