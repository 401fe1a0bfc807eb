import { sql } from 'kysely'
import { afterId, type PersonalData } from '../../../platform/personal-data.ts'

/** Lists of a member's export. */
export const cupsData: readonly PersonalData[] = [
  {
    name: 'cups',
    page: (userId, after, limit) => sql`
      SELECT cup_facts.id AS cursor, json_build_object('eventId', event_id, 'event', title, 'kind', kind, 'at', at,
        'data', data) AS record
      FROM cup_facts JOIN events ON events.id = event_id
      WHERE by_account = ${userId} AND cup_facts.id > ${afterId(after)} ORDER BY cup_facts.id LIMIT ${limit}`,
  },
  {
    name: 'cupTeams',
    page: (userId, after, limit) => sql`
      SELECT event_id AS cursor, json_build_object('eventId', event_id, 'event', title, 'team', name,
        'joinedAt', joined_at, 'isCheckedIn', is_checked_in) AS record
      FROM cup_team_players JOIN cup_teams USING (event_id) JOIN events ON events.id = event_id
      WHERE cup_teams.id = team_id AND user_id = ${userId} AND event_id > ${afterId(after)}
      ORDER BY event_id LIMIT ${limit}`,
  },
  {
    name: 'cupPlaces',
    page: (userId, after, limit) => sql`
      SELECT event_id AS cursor, json_build_object('eventId', event_id, 'event', title, 'place', place, 'at', at)
        AS record
      FROM cup_places JOIN events ON events.id = event_id
      WHERE identity_ids && ARRAY(SELECT id FROM game_identities WHERE user_id = ${userId} AND forgotten_at IS NULL)
        AND event_id > ${afterId(after)} ORDER BY event_id LIMIT ${limit}`,
  },
]
