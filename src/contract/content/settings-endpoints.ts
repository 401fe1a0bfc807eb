import { endpointsOf } from '../endpoint.ts'
import { ownersScopes } from './settings.ts'
import type { settingSchemas } from './settings-schemas.ts'

export const settingEndpoints = endpointsOf<typeof settingSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/settings',
    access: 'admin',
    summary: 'The settings that can be changed in the browser, and where each value comes from',
    status: 200,
  },
  save: {
    method: 'PUT',
    path: '/api/admin/settings/:scope',
    access: 'admin',
    confirm: { scope: ownersScopes },
    summary: 'Change a setting; `base` guards against overwriting a newer change',
    status: 200,
  },
  preview: {
    method: 'POST',
    path: '/api/admin/settings/:scope/preview',
    access: 'admin',
    summary: 'Look at a page with a value that is not saved, for ten minutes and in this browser alone',
    status: 201,
  },
  picture: {
    method: 'PUT',
    path: '/api/admin/settings/pictures/:kind',
    access: 'admin',
    summary: 'Make a logo or hero picture for the look of a posted one; nothing shows it before it is saved',
    bodyKind: 'imagePost',
    status: 200,
  },
  drawing: {
    method: 'POST',
    path: '/api/admin/settings/look/drawing',
    access: 'admin',
    summary: 'What tabs, home screens and links to the site show with a look, before it is saved',
    limit: 'shareImages',
    status: 200,
  },
  languages: {
    method: 'GET',
    path: '/api/admin/settings/languages/available',
    access: 'admin',
    summary: 'The languages that can be offered, and how complete each is',
    status: 200,
  },
  revisions: {
    method: 'GET',
    path: '/api/admin/settings/:scope/revisions',
    access: 'admin',
    summary: 'What a setting was, newest first',
    status: 200,
  },
  ping: {
    method: 'POST',
    path: '/api/admin/settings/ping',
    access: 'admin',
    summary: 'Whether a game server answers at an address, before it is saved',
    limit: 'serverPings',
    status: 200,
  },
  undo: {
    method: 'POST',
    path: '/api/admin/settings/:scope/undo',
    access: 'admin',
    confirm: { scope: ownersScopes },
    summary: 'Go back to an earlier revision of a setting, which makes a new one',
    status: 200,
  },
})
