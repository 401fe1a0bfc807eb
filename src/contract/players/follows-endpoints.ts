import { endpointsOf } from '../endpoint.ts'
import type { followSchemas } from './follows-schemas.ts'

export const followEndpoints = endpointsOf<typeof followSchemas>({
  list: {
    method: 'GET',
    path: '/api/follows',
    access: 'member',
    summary: 'Players that the signed-in member follows, newest first, at most 200',
    status: 200,
  },
  feed: {
    method: 'GET',
    path: '/api/follows/feed',
    access: 'member',
    summary:
      'Ranked matches, posts and milestones of players that the signed-in member follows, newest first, at most 12',
    status: 200,
  },
  show: {
    method: 'GET',
    path: '/api/players/:id/follow',
    access: 'member',
    summary: 'Whether the signed-in member follows a player',
    status: 200,
  },
  follow: {
    method: 'PUT',
    path: '/api/players/:id/follow',
    access: 'member',
    whileRestricted: { cannot: 'follow players' },
    summary: 'Follow a player; again changes nothing',
    limit: 'follows',
    status: 200,
  },
  mute: {
    method: 'PATCH',
    path: '/api/players/:id/follow',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Mute a followed player, or take it back',
    limit: 'follows',
    status: 200,
  },
  unfollow: {
    method: 'DELETE',
    path: '/api/players/:id/follow',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Unfollow a player; again changes nothing',
    limit: 'follows',
    status: 200,
  },
})
