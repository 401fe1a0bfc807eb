import type { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import type { Settings } from './settings.ts'

export const settingHandlers = (settings: Settings): Handlers<typeof settingEndpoints> => ({
  list: async ({ member: viewer }) => ({ scopes: await settings.list(viewer) }),
  save: async ({ member: viewer, params, body }) => ({
    revision: await settings.save(viewer, params.scope, { value: body.value, base: body.base }),
  }),
  revisions: ({ member: viewer, params }) => settings.revisions(viewer, params.scope),
  undo: async ({ member: viewer, params, body }) => ({
    revision: await settings.undo(viewer, params.scope, body.to),
  }),
})
