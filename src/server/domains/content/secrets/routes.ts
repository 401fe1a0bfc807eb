import type { secretEndpoints } from '../../../../contract/content/secrets-endpoints.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import type { Settings } from '../settings/settings.ts'

export const secretHandlers = (settings: Settings): Handlers<typeof secretEndpoints> => ({
  list: async ({ member }) => ({ secrets: settings.secrets(member) }),
  async save({ member, params: { name }, body }) {
    await settings.saveSecret(member, name, body)
    return undefined
  },
})
