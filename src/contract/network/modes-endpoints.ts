import { endpointsOf } from '../endpoint.ts'
import type { modeSchemas } from './modes-schemas.ts'

export const modeEndpoints = endpointsOf<typeof modeSchemas>({
  list: {
    method: 'GET',
    path: '/api/modes',
    access: 'public',
    viewerIndependent: true,
    summary: 'Modes with a board or a card on the minigames page, in their order',
    status: 200,
  },
  manage: {
    method: 'GET',
    path: '/api/admin/modes',
    access: 'staff',
    area: 'modes',
    summary: 'All modes as staff manage them, in their order',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/modes',
    access: 'staff',
    area: 'modes',
    summary: 'Create a mode; only admins mark it for overall',
    status: 201,
  },
  update: {
    method: 'PATCH',
    path: '/api/admin/modes/:key',
    access: 'staff',
    area: 'modes',
    summary: 'Change, list or move a mode; only admins change what counts in overall',
    status: 200,
  },
  merge: {
    method: 'POST',
    path: '/api/admin/modes/:key/merge',
    access: 'admin',
    area: 'modes',
    summary: 'Count the matches of a mode for another one; figures follow in the background',
    status: 200,
  },
  undoMerge: {
    method: 'POST',
    path: '/api/admin/modes/:key/merge/undo',
    access: 'admin',
    area: 'modes',
    summary: 'Undo a merge within 24 hours; figures follow in the background',
    status: 200,
  },
})
