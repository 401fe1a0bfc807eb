import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { eventCalendarPath } from '../../../contract/events/events.ts'
import { IdParams } from '../../../contract/ids-schemas.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/endpoints.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import { findTagAuthority } from '../../platform/tag-authority.ts'
import { teamOf } from '../../platform/team.ts'
import { eventCalendar } from './calendar.ts'
import { registrationGone } from './constraints.ts'
import { findCalendarEvent } from './queries.ts'

const url = eventCalendarPath(':id')

/** Serves an event for calendar programs, which have no session. */
export function serveEventCalendar(
  app: FastifyInstance,
  { config, database, languages, limits }: Context,
): void {
  app.get(url, async (request, reply) => {
    await limits.take('general', limitKeyOfClient(request))
    const params = IdParams.safeParse(request.params)
    if (!params.success) throw invalid({ id: params.error.issues[0]?.message ?? 'Must be an id' })
    const { id } = params.data
    const event = await findCalendarEvent(database.sql, teamOf(config), id)
    if (event === undefined) throw registrationGone()
    const authority = await findTagAuthority(database.sql, config.publicUrl)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="event-${id}.ics"`)
      .send(
        eventCalendar(event, { ...config, authority, language: languages.named(undefined).tag }, new Date()),
      )
  })

  app.route({
    method: ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url,
    onRequest: async (_request, reply) => {
      reply.header('allow', 'GET, HEAD')
      throw new AppError('method_not_allowed', msg`Method not allowed`)
    },
    handler: async () => undefined,
  })
}
