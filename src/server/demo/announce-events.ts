import type { FastifyInstance } from 'fastify'
import type { Event } from '../../contract/events/events-schemas.ts'
import { setRank } from '../domains/accounts/users/queries.ts'
import type { Database } from '../platform/database/database.ts'
import { call, type SampleMember } from './calls.ts'
import type { Random } from './random.ts'
import { type PlayedMode, sampleEvents } from './sample-events.ts'

/**
 * Creates sample events for the site's practice modes, unless it has events. A member is promoted to staff to announce
 * them, and demoted afterwards.
 */
export async function announceEvents(
  app: FastifyInstance,
  database: Database,
  random: Random,
  members: readonly SampleMember[],
): Promise<number> {
  // Who announces an event takes no part in it.
  const [host, ...players] = members
  const there = await call<Event[]>(app, { method: 'GET', url: '/api/events' })
  if (host === undefined || there.length > 0) return 0
  const modes = await call<PlayedMode[]>(app, { method: 'GET', url: '/api/practice?category=duels' })
  const events = sampleEvents(modes, new Date())
  await setRank(database.sql, host.username, 'Helper')
  try {
    for (const event of events) {
      // Past events accept no registrations, so the dates are set after everybody has registered.
      const payload = { ...event, tba: true }
      const { id } = await call<Event>(app, { method: 'POST', url: '/api/events', by: host, payload })
      for (const by of players) {
        if (random.next() < 0.7) await call(app, { method: 'POST', url: `/api/events/${id}/register`, by })
      }
      const settled = { tba: event.tba }
      await call(app, { method: 'PATCH', url: `/api/events/${id}`, by: host, payload: settled })
    }
  } finally {
    await setRank(database.sql, host.username, 'Member')
  }
  return events.length
}
