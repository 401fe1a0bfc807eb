import { ingestData } from '../../../../../contract/matches/ingest-schemas.ts'
import { storeHeads } from '../../../accounts/users/faces/store-heads.ts'
import { type Batch, eventType } from '../event-type.ts'
import type { EventOf } from '../events.ts'
import { identityOf, requireIdentity, type Sighting, seenAt } from '../identity.ts'
import { storeGameRanks } from '../queries/game-ranks.ts'
import { storeClientLanguages, storeHidden } from '../queries/identities.ts'
import { noteSightings } from '../queries/speaking.ts'

export const playerEvents = eventType(ingestData.player, {
  name: 'player',
  speaksOf: ({ at, data }) =>
    typeof data.hidden === 'boolean'
      ? [{ of: identityOf(data), at, path: 'this player', introduces: true, dropsOnly: true }]
      : [],
  sees: seenAsPlayer,
  players: ({ at, data }) => [seenAt(data, at)],
  steps: {
    async identities(batch, events) {
      const { transaction, identities, unheard } = batch
      await storeHidden(
        transaction,
        events.flatMap((event) => {
          const { at, data } = event
          const { id } = requireIdentity(identities, identityOf(data))
          return typeof data.hidden === 'boolean' && !unheard.has(event)
            ? [{ id, hidden: data.hidden, at }]
            : []
        }),
      )
      await storeClientLanguages(
        transaction,
        ofPresent(batch, events).flatMap(({ id, at, language }) => (language ? [{ id, language, at }] : [])),
      )
    },
    users: (batch, events) =>
      storeGameRanks(
        batch.transaction,
        batch.serverId,
        ofPresent(batch, events).flatMap(({ userId, at, rank }) => (rank ? [{ userId, rank, at }] : [])),
      ),
    faces: (batch, events) =>
      storeHeads(
        batch.transaction,
        ofPresent(batch, events).flatMap(({ id, at, head }) => (head ? [{ identityId: id, head, at }] : [])),
      ),
  },
  publish: ({ database }, serverId, events) =>
    noteSightings(database.sql, serverId, events.flatMap(seenAsPlayer)),
})

function seenAsPlayer({ at, data }: EventOf<'player'>): Sighting[] {
  return [{ ...identityOf(data), at }]
}

/** Events about players whose accounts were not deleted. */
const ofPresent = ({ identities }: Batch, events: readonly EventOf<'player'>[]) =>
  events
    .map(({ at, data }) => ({
      ...requireIdentity(identities, identityOf(data)),
      at,
      rank: data.rank,
      head: data.head,
      language: data.language,
    }))
    .filter(({ isAnonymized }) => !isAnonymized)
