import { msg } from '@lingui/core/macro'
import { lookPicturePath } from '../../../../contract/content/look-pictures.ts'
import { canChangeSetting } from '../../../../contract/content/settings.ts'
import type { settingEndpoints } from '../../../../contract/content/settings-endpoints.ts'
import type { Context } from '../../../context.ts'
import { pingableAddress } from '../../../gateways/pingable-address.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import { forbidden, invalid } from '../../../platform/http/errors.ts'
import { drawLook } from '../pictures/drawn.ts'
import { makeLookPicture } from '../pictures/pictures.ts'
import { insertLookPicture } from '../pictures/queries.ts'
import type { ContentStore } from '../store.ts'
import type { Settings } from './settings.ts'

const pingTimeoutMs = 3_000

export const settingHandlers = (
  {
    config,
    database,
    gateways,
    imageLimiter,
    languages,
  }: Pick<Context, 'config' | 'database' | 'gateways' | 'imageLimiter' | 'languages'>,
  { content, settings }: { content: ContentStore; settings: Settings },
): Handlers<typeof settingEndpoints> => ({
  list: async ({ member: viewer }) => ({ scopes: await settings.list(viewer) }),
  save: async (request) => ({
    revision: await settings.save(request, request.params.scope, request.body),
  }),
  preview: (request) => settings.preview(request, request.params.scope, request.body.value),
  revisions: ({ member: viewer, params }) => settings.revisions(viewer, params.scope),
  given: async ({ member: viewer, params }) => settings.given(viewer, params.scope),
  undo: async (request) => ({
    revision: await settings.undo(request, request.params.scope, request.body),
  }),
  async picture({ params: { kind }, body: { image } }) {
    const made = await makeLookPicture({ imageLimiter }, kind, image)
    await insertLookPicture(database.sql, kind, made)
    const picture = made.hash.toString('hex')
    return { picture, url: lookPicturePath(kind, picture) }
  },
  drawing: ({ body }) => drawLook({ database, languages }, content.site(), body),
  languages: async () => [...(await languages.available())],
  async ping({ member: viewer, body: { host, port } }) {
    if (!canChangeSetting(viewer, 'identity')) throw forbidden()
    const address = await pingableAddress(host, config, pingTimeoutMs)
    if (address === undefined) throw invalid({ host: msg`is no public address that can be found` })
    const pong = await gateways.ping({ host: address, port }, pingTimeoutMs)
    if (pong === undefined) return { pong: null }
    const { latencyMs, playerCount, maxPlayers } = pong
    return { pong: { latencyMs, playerCount: playerCount ?? null, maxPlayers: maxPlayers ?? null } }
  },
})
