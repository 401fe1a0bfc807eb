import { defineDomain } from '../../domain.ts'
import { saved } from '../../platform/database/tables.ts'
import { eventConstraints } from './constraints.ts'
import { eventsData } from './personal-data/queries.ts'
import { dropBegunRegistrations, hideRegistrationsOf } from './queries.ts'
import { eventRemindersJob } from './reminders.ts'
import { eventHandlers } from './routes.ts'
import { seedEvents } from './seed.ts'
import { serveEventCalendar } from './serve-calendar.ts'

export const events = defineDomain({
  name: 'events',
  handlers: ({ context }) => ({ events: eventHandlers(context) }),
  routes: ({ app, context }) => serveEventCalendar(app, context),
  constraints: eventConstraints,
  on: {
    accountHidden: (transaction, { userId }) => hideRegistrationsOf(transaction, userId),
    accountRestored: (transaction, { userId }) => dropBegunRegistrations(transaction, userId),
  },
  prepare: [({ database }, content) => seedEvents(database, content.current().events)],
  jobs: (context) => [eventRemindersJob(context)],
  tables: {
    events: saved({ creator_id: { in: 'events' } }),
    event_registrations: saved({ user_id: { in: 'eventRegistrations' } }),
  },
  personalData: eventsData,
})
