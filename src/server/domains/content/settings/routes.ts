import { canChangeSetting } from '../../../../contract/content/settings.ts'
import type { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type { Context } from '../../../context.ts'
import { pingableAddress } from '../../../gateways/pingable-address.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { forbidden, invalid } from '../../../platform/errors.ts'
import type { Settings } from './settings.ts'

const pingTimeoutMs = 3_000

export const settingHandlers = (
  { config, gateways }: Pick<Context, 'config' | 'gateways'>,
  settings: Settings,
): Handlers<typeof settingEndpoints> => ({
  list: async ({ member: viewer }) => ({ scopes: await settings.list(viewer) }),
  save: async (request) => ({
    revision: await settings.save(request, request.params.scope, {
      value: request.body.value,
      base: request.body.base,
    }),
  }),
  preview: (request) => settings.preview(request, request.params.scope, request.body.value),
  revisions: ({ member: viewer, params }) => settings.revisions(viewer, params.scope),
  undo: async (request) => ({
    revision: await settings.undo(request, request.params.scope, request.body.to),
  }),
  async ping({ member: viewer, body: { host, port } }) {
    if (!canChangeSetting(viewer, 'identity')) throw forbidden()
    const address = await pingableAddress(host, config, pingTimeoutMs)
    if (address === undefined) throw invalid({ host: 'is no public address that can be found' })
    const pong = await gateways.ping({ host: address, port }, pingTimeoutMs)
    if (pong === undefined) return { pong: null }
    const { latencyMs, playerCount, maxPlayers } = pong
    return { pong: { latencyMs, playerCount: playerCount ?? null, maxPlayers: maxPlayers ?? null } }
  },
})
