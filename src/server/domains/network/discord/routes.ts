import type { discordEndpoints } from '../../../../contract/network/discord-endpoints.ts'
import type { Context } from '../../../context.ts'
import type { Handlers } from '../../../platform/endpoints.ts'
import { discordMemory } from './member-count.ts'

export const discordHandlers = ({ gateways, log }: Context): Handlers<typeof discordEndpoints> => ({
  info: discordMemory({ ask: gateways.discord, log }),
})
