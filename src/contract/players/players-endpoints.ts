import { endpointsOf } from '../endpoint.ts'
import type { playerSchemas } from './players-schemas.ts'

export const playerEndpoints = endpointsOf<typeof playerSchemas>({
  list: {
    method: 'GET',
    path: '/api/players',
    access: 'public',
    viewerIndependent: true,
    summary: 'Up to 100 players by their ids or XUIDs, in this order; unknown ones are left out',
    status: 200,
  },
  search: {
    method: 'GET',
    path: '/api/players/search',
    access: 'public',
    viewerIndependent: true,
    summary: 'Members and players by a part of their name: exact, then prefix, then inside',
    limit: 'search',
    status: 200,
  },
  /**
   * `before` is the matchId of the last one seen; the Link header points to the next page. A page that is narrowed looks
   * at 1,000 matches.
   */
  matches: {
    method: 'GET',
    path: '/api/players/:id/matches',
    access: 'public',
    viewerIndependent: true,
    summary: "A player's matches, newest first, with everybody in them; by mode, opponent, result, or rated",
    status: 200,
  },
  opponents: {
    method: 'GET',
    path: '/api/players/:id/opponents',
    access: 'public',
    viewerIndependent: true,
    summary:
      'Whom a player met, lost to or beat most in 1v1 matches, with the record and the last results against each',
    status: 200,
  },
  devices: {
    method: 'GET',
    path: '/api/players/:id/devices',
    access: 'public',
    viewerIndependent: true,
    summary: "Inputs and devices of a player's last 30 matches, as game servers reported them",
    status: 200,
  },
  places: {
    method: 'GET',
    path: '/api/players/:id/places',
    access: 'public',
    viewerIndependent: true,
    summary: "A player's positions by points in the 12 modes they played most, and who is just ahead",
    status: 200,
  },
  milestones: {
    method: 'GET',
    path: '/api/players/:id/milestones',
    access: 'public',
    viewerIndependent: true,
    summary: "A player's milestones with the match that earned each, newest first",
    status: 200,
  },
  headToHead: {
    method: 'GET',
    path: '/api/head-to-head/:a/:b',
    access: 'public',
    viewerIndependent: true,
    summary: 'What player a won against player b, 1v1 only, by mode and season, with their last matches',
    status: 200,
  },
  commonOpponents: {
    method: 'GET',
    path: '/api/head-to-head/:a/:b/opponents',
    access: 'public',
    viewerIndependent: true,
    summary: 'The opponents whom both players met most in 1v1 matches, with the record of each',
    status: 200,
  },
  pointsHistory: {
    method: 'GET',
    path: '/api/players/:id/points-history',
    access: 'public',
    viewerIndependent: true,
    summary: "A player's points by day, over the last days",
    status: 200,
  },
  latest: {
    method: 'GET',
    path: '/api/matches/latest',
    access: 'public',
    viewerIndependent: true,
    summary:
      'The newest ranked matches that count, of all listed modes or one, of the last 6 hours, newest first',
    status: 200,
  },
  arrivals: {
    method: 'GET',
    path: '/api/matches',
    access: 'public',
    viewerIndependent: true,
    summary:
      'All matches in the order in which they arrived, from a cursor or time on: none is left out, none comes twice',
    status: 200,
  },
  streams: {
    method: 'GET',
    path: '/api/streams',
    access: 'public',
    viewerIndependent: true,
    summary: 'Channels on Twitch and YouTube that content/links.yaml names, of members with a linked player',
    status: 200,
  },
  match: {
    method: 'GET',
    path: '/api/matches/:id',
    access: 'public',
    viewerIndependent: true,
    summary: 'A match by its matchId',
    status: 200,
  },
})
