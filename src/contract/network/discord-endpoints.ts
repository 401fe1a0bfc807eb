import { endpointsOf } from '../endpoint.ts'
import type { discordSchemas } from './discord-schemas.ts'

export const discordEndpoints = endpointsOf<typeof discordSchemas>({
  info: {
    method: 'GET',
    path: '/api/discord/info',
    access: 'public',
    viewerIndependent: true,
    summary: 'How many people are on the Discord server',
    status: 200,
  },
})
