import type { discordEndpoints } from '../../../../contract/network/discord-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/http/endpoints.ts'
import type { ContentStore } from '../../content/store.ts'
import { discordCache } from './member-count.ts'

export const discordHandlers = (
  { gateways, log }: Context,
  content: Pick<ContentStore, 'site'>,
): Handlers<typeof discordEndpoints> => ({
  info: discordCache({
    ask: gateways.discord,
    log,
    membersBefore: () => content.site().discordMembers ?? null,
  }),
})
