import { sql } from 'kysely'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const eventsData: readonly PersonalData[] = [
  {
    name: 'eventRegistrations',
    page: (userId, after, limit) => sql`
      SELECT event_id AS cursor, json_build_object('eventId', event_id, 'event', title, 'status', status,
        'createdAt', event_registrations.created_at) AS record
      FROM event_registrations JOIN events ON events.id = event_id
      WHERE user_id = ${userId} AND event_id > ${afterId(after)} ORDER BY event_id LIMIT ${limit}`,
  },
  {
    name: 'events',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('id', id, 'title', title, 'createdAt', created_at) AS record
      FROM events WHERE creator_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]
