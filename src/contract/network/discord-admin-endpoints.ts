import { endpointsOf } from '../endpoint.ts'
import type { discordAdminSchemas } from './discord-admin-schemas.ts'

export const discordAdminEndpoints = endpointsOf<typeof discordAdminSchemas>({
  messages: {
    method: 'GET',
    path: '/api/admin/discord',
    access: 'admin',
    area: 'settings',
    summary: 'Which kinds of messages go to Discord, and the newest 50 with what became of them',
    status: 200,
  },
  test: {
    method: 'POST',
    path: '/api/admin/discord/test',
    access: 'admin',
    area: 'settings',
    summary: 'Queue a test message to the webhook of a kind',
    status: 204,
  },
  retry: {
    method: 'POST',
    path: '/api/admin/discord/:id/retry',
    access: 'admin',
    area: 'settings',
    summary: 'Send a message that failed again',
    status: 204,
  },
})
