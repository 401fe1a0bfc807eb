import { endpointsOf } from '../endpoint.ts'
import type { moderationSchemas } from './moderation-schemas.ts'

export const moderationEndpoints = endpointsOf<typeof moderationSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/moderation',
    access: 'staff',
    summary: 'Reported posts and players, newest report first',
    status: 200,
  },
  claim: {
    method: 'POST',
    path: '/api/admin/moderation/claims',
    access: 'staff',
    summary: 'Claim an open case for 30 minutes; again to begin anew',
    status: 200,
  },
  release: {
    method: 'DELETE',
    path: '/api/admin/moderation/claims/:subjectType/:subjectId',
    access: 'staff',
    summary: 'Give up your claim of a case',
    status: 204,
  },
  decide: {
    method: 'POST',
    path: '/api/admin/moderation/decisions',
    access: 'staff',
    summary: 'Decide all open reports about a subject',
    status: 200,
  },
  removePost: {
    method: 'POST',
    path: '/api/admin/posts/:id/removal',
    access: 'staff',
    summary: 'Remove a post of a member of a lower rank, reported or not; the author is told why',
    status: 204,
  },
  clearProfile: {
    method: 'POST',
    path: '/api/admin/members/:id/profile-clearing',
    access: 'staff',
    summary: 'Clear bio, picture or name of a member of a lower rank; they are told why',
    status: 200,
  },
  restrict: {
    method: 'POST',
    path: '/api/admin/members/:id/restriction',
    access: 'staff',
    summary: 'Keep a member from everything that others see, for a time or for good',
    status: 201,
  },
  lift: {
    method: 'DELETE',
    path: '/api/admin/members/:id/restriction',
    access: 'staff',
    summary: 'Lift the restriction of a member',
    status: 204,
  },
  reportPlayer: {
    method: 'POST',
    path: '/api/players/:id/reports',
    access: 'member',
    summary: 'Report a player to the moderators',
    limit: 'reports',
    status: 201,
  },
  notices: {
    method: 'GET',
    path: '/api/notices',
    access: 'member',
    summary: 'What the site has to tell the signed-in member',
    status: 200,
  },
  seen: {
    method: 'DELETE',
    path: '/api/notices/:id',
    access: 'member',
    summary: 'A notice was read',
    status: 204,
  },
})
