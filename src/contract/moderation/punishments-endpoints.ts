import { endpointsOf } from '../endpoint.ts'
import type { punishmentSchemas } from './punishments-schemas.ts'

export const punishmentEndpoints = endpointsOf<typeof punishmentSchemas>({
  list: {
    method: 'GET',
    path: '/api/admin/punishments',
    access: 'staff',
    area: 'moderation',
    summary: 'Punishments of a player, from the game and from the site, newest first',
    status: 200,
  },
  create: {
    method: 'POST',
    path: '/api/admin/punishments',
    access: 'staff',
    area: 'moderation',
    summary: 'Punish a player of a lower rank in the game',
    status: 201,
  },
  lift: {
    method: 'POST',
    path: '/api/admin/punishments/:id/lift',
    access: 'staff',
    area: 'moderation',
    summary: 'Lift a punishment, in the game as well',
    status: 200,
  },
  mine: {
    method: 'GET',
    path: '/api/punishments/mine',
    access: 'member',
    summary: "The signed-in member's punishments, newest first",
    status: 200,
  },
})
