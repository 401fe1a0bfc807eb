import { msg } from '@lingui/core/macro'
import type { FastifyInstance } from 'fastify'
import { eventCalendarPath } from '../../../contract/events/events.ts'
import { IdParams } from '../../../contract/ids-schemas.ts'
import type { Context } from '../../context.ts'
import { limitKeyOfClient } from '../../platform/http/endpoints.ts'
import { AppError } from '../../platform/http/errors.ts'
import { parsePart } from '../../platform/http/validation.ts'
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
    const { id } = parsePart(IdParams, request.params)
    const reader = languages.reader(languages.ofAddress(request).tag)
    const event = await findCalendarEvent(database.sql, { team: teamOf(config), reader }, id)
    if (event === undefined) throw registrationGone()
    const authority = await findTagAuthority(database.sql, config.publicUrl)
    return reply
      .type('text/calendar; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="event-${id}.ics"`)
      .send(eventCalendar(event, { ...config, authority, language: reader.language }, new Date()))
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
