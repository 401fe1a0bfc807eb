import { endpointsOf } from '../endpoint.ts'
import type { discordLinkSchemas } from './discord-link-schemas.ts'

export const discordLinkEndpoints = endpointsOf<typeof discordLinkSchemas>({
  show: {
    method: 'GET',
    path: '/api/discord-link',
    access: 'member',
    summary: 'The Discord account of the signed-in member; 404 where linking Discord is not set up',
    status: 200,
  },
  begin: {
    method: 'POST',
    path: '/api/discord-link',
    access: 'member',
    confirm: true,
    whileRestricted: { cannot: 'link Discord' },
    summary: 'Begin to link Discord: the URL at Discord where the member agrees, for 10 minutes',
    limit: 'discordLinks',
    status: 200,
  },
  finish: {
    method: 'POST',
    path: '/api/discord-link/callback',
    access: 'member',
    whileRestricted: { cannot: 'link Discord' },
    summary: 'Link the Discord account with the code and state that Discord sent back',
    limit: 'discordLinks',
    status: 200,
  },
  remove: {
    method: 'DELETE',
    path: '/api/discord-link',
    access: 'member',
    whileRestricted: 'allowed',
    summary: 'Unlink Discord: its roles end, and the access of the site is revoked',
    status: 204,
  },
})
