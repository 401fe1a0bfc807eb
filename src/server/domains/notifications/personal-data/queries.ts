import { sql } from 'kysely'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const notificationsData: readonly PersonalData[] = [
  {
    name: 'notifications',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('kind', kind, 'postId', post_id, 'eventId', event_id, 'title', title,
        'text', CASE WHEN notice_id IS NULL THEN text END, 'link', link,
        'reason', CASE WHEN notice_id IS NULL THEN reason END, 'createdAt', created_at, 'readAt', read_at) AS record
      FROM notifications WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'notices',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('kind', kind, 'text', text, 'reason', reason, 'until', until, 'createdAt', created_at,
        'seenAt', seen_at) AS record
      FROM notices WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
  {
    name: 'notificationChoices',
    page: (userId, after, limit) => sql`
      SELECT kind AS cursor, json_build_object('kind', kind, 'channels', channels) AS record
      FROM notification_choices WHERE user_id = ${userId} AND kind > ${after ?? ''} ORDER BY kind LIMIT ${limit}`,
  },
  {
    name: 'quietHours',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('startsAt', starts_at, 'endsAt', ends_at, 'timeZone', time_zone) AS record
      FROM quiet_hours WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    name: 'digest',
    page: (userId, after, limit) => sql`
      SELECT user_id AS cursor, json_build_object('hour', hour, 'timeZone', time_zone, 'nextAt', due_at) AS record
      FROM digest_choices WHERE user_id = ${userId} AND user_id > ${afterId(after)} ORDER BY user_id LIMIT ${limit}`,
  },
  {
    // Without the address, which is all that is needed to write to the browser.
    name: 'pushSubscriptions',
    page: (userId, after, limit) => sql`
      SELECT id AS cursor, json_build_object('pushService', substring(endpoint FROM '^https://([^/?#]+)'),
        'createdAt', created_at) AS record
      FROM push_subscriptions WHERE user_id = ${userId} AND id > ${afterId(after)} ORDER BY id LIMIT ${limit}`,
  },
]
