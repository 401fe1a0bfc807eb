import type { EventsContent } from '../../../contract/content/content-schemas.ts'
import type { Database } from '../../platform/database/database.ts'
import { seedOnce } from '../../platform/database/seed-once.ts'
import { insertEvent } from './queries.ts'

/** Seeds the events of the content folder once. An empty list postpones this to a later start. */
export async function seedEvents(database: Pick<Database, 'sql'>, { events }: EventsContent): Promise<void> {
  if (events.length === 0) return
  await seedOnce(database, 'events', async (transaction) => {
    for (const event of events) await insertEvent(transaction, null, event)
  })
}
