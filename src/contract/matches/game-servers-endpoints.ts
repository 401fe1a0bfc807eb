import { endpointsOf } from '../endpoint.ts'
import type { gameServerSchemas } from './game-servers-schemas.ts'

export const gameServerEndpoints = endpointsOf<typeof gameServerSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/game-servers',
    access: 'admin',
    area: 'settings',
    summary: 'Keys of game servers and how each server does, for Managers and Owners',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/game-servers',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Make a key for a game server; its secret is only in this response. Owners only',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/game-servers/:id',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Rename a game server, or change whether it sets ranks. Owners only',
    status: 200,
  },
  revoke: {
    method: 'POST',
    path: '/api/admin/game-servers/:id/revoke',
    access: 'admin',
    area: 'settings',
    confirm: true,
    summary: 'Revoke the key of a game server, in every process at once. Owners only',
    status: 200,
  },
  rejections: {
    method: 'GET',
    path: '/api/admin/game-servers/:id/rejections',
    access: 'admin',
    area: 'settings',
    summary: 'The last 20 events of a game server that were rejected, newest first, for Managers and Owners',
    status: 200,
  },
  unknownRanks: {
    method: 'GET',
    path: '/api/admin/game-servers/unknown-ranks',
    access: 'admin',
    area: 'settings',
    summary:
      'Ranks that game servers said and the site does not know, the most frequent first, for Managers and Owners',
    status: 200,
  },
})
