import { ingestData } from '../../../../../contract/matches/ingest-schemas.ts'
import { eventType } from '../event-type.ts'
import { identityOf, requireIdentity, seenAt } from '../identity.ts'
import { storeCodes } from '../queries/codes.ts'
import { noteSightings } from '../queries/speaking.ts'

/** A code that the game server made and showed to the player. */
export const linkCodeEvents = eventType(ingestData['link.code'], {
  name: 'link.code',
  players: ({ at, data }) => [seenAt(data, at)],
  speaksOf: ({ at, data }) => [{ of: identityOf(data), at, path: 'this player', introduces: true }],
  startsAnew: true,
  steps: {
    codes: ({ transaction, serverId, identities }, events) =>
      storeCodes(
        transaction,
        events.map(({ at, data }) => ({
          code: data.code,
          at,
          serverId,
          identityId: requireIdentity(identities, identityOf(data)).id,
        })),
      ),
  },
  publish: ({ database }, serverId, events) =>
    noteSightings(
      database.sql,
      serverId,
      events.map(({ at, data }) => ({ ...identityOf(data), at })),
    ),
})
