import { msg } from '@lingui/core/macro'
import type { EventStatus } from '../../../contract/events/events.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Context } from '../../context.ts'
import { type Handlers, setNextPageLink } from '../../platform/endpoints.ts'
import { conflict } from '../../platform/errors.ts'
import { teamOf } from '../../platform/team.ts'
import { registrationGone } from './constraints.ts'
import { register, withInterests } from './interest/interest.ts'
import { manageHandlers } from './manage.ts'
import { findEvent, listEvents, removeRegistration } from './queries.ts'

/** @throws 404 for an unknown event, 409 for a past one */
function refuseUnlessOpen(status: EventStatus | undefined): void {
  if (status === undefined) throw registrationGone()
  if (status === 'past') throw conflict(msg`This event is over`)
}

export function eventHandlers(context: Context): Handlers<typeof eventEndpoints> {
  const { config, database } = context
  return {
    async list(request) {
      const { viewer, query } = request
      const events = await listEvents(
        database.sql,
        { viewerId: viewer?.id ?? null, team: teamOf(config) },
        query,
      )
      setNextPageLink(request, eventEndpoints.list, events, query.limit, {
        ...(query.older && { older: query.older }),
      })
      return withInterests(database.sql, viewer, events)
    },

    async show({ viewer, params }) {
      const event = await findEvent(
        database.sql,
        { viewerId: viewer?.id ?? null, team: teamOf(config) },
        params.id,
      )
      if (event === undefined) throw registrationGone()
      return (await withInterests(database.sql, viewer, [event]))[0]!
    },

    async register({ member, params }) {
      refuseUnlessOpen(
        await database.sql
          .transaction()
          .execute((transaction) => register(transaction, params.id, member.id)),
      )
      return { eventId: params.id, status: 'registered' as const }
    },

    async unregister({ member, params }) {
      refuseUnlessOpen(await removeRegistration(database.sql, params.id, member.id))
      return { eventId: params.id, status: 'unregistered' as const }
    },

    ...manageHandlers(context),
  }
}
