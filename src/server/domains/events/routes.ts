import { msg } from '@lingui/core/macro'
import type { Viewer } from '../../../contract/accounts/ranks.ts'
import type { EventStatus } from '../../../contract/events/events.ts'
import { eventEndpoints } from '../../../contract/events/events-endpoints.ts'
import type { Context } from '../../context.ts'
import type { Executor } from '../../platform/database/database.ts'
import { type Handlers, setNextPageLink } from '../../platform/http/endpoints.ts'
import { conflict } from '../../platform/http/errors.ts'
import { teamOf } from '../../platform/team.ts'
import { registrationGone } from './constraints.ts'
import { register, unregister, withInterests } from './interest/interest.ts'
import { manageHandlers } from './manage.ts'
import { findEvent, listEvents } from './queries.ts'

/** @throws 404 for an unknown event, 409 for a past one */
function refuseUnlessOpen(status: EventStatus | undefined): void {
  if (status === undefined) throw registrationGone()
  if (status === 'past') throw conflict(msg`This event is over`)
}

export function eventHandlers(context: Context): Handlers<typeof eventEndpoints> {
  const { config, database, languages, live } = context

  const shownTo = (viewer: Viewer | null, language: string | undefined) => ({
    viewerId: viewer?.id ?? null,
    team: teamOf(config),
    reader: languages.reader(language),
  })

  /** Changes a registration. @throws 404, 409 */
  const change = (decide: (transaction: Executor) => Promise<EventStatus | undefined>) =>
    database.sql.transaction().execute(async (transaction) => {
      refuseUnlessOpen(await decide(transaction))
      await live.publishChange(transaction)
    })

  return {
    async list(request) {
      const { viewer, query, language } = request
      const events = await listEvents(database.sql, shownTo(viewer, language), query)
      setNextPageLink(request, eventEndpoints.list, events, query.limit, {
        ...(query.older && { older: query.older }),
        ...(query.soon && { soon: query.soon }),
      })
      return withInterests(database.sql, viewer, events)
    },

    async show({ viewer, params, language }) {
      const event = await findEvent(database.sql, shownTo(viewer, language), params.id)
      if (event === undefined) throw registrationGone()
      return (await withInterests(database.sql, viewer, [event]))[0]!
    },

    async register({ member, params }) {
      await change((transaction) => register(transaction, params.id, member.id))
      return { eventId: params.id, status: 'registered' as const }
    },

    async unregister({ member, params }) {
      await change((transaction) => unregister(context, transaction, params.id, member.id))
      return { eventId: params.id, status: 'unregistered' as const }
    },

    ...manageHandlers(context),
  }
}
