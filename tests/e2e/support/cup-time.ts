import pino from 'pino'
import { passTime } from '../../../src/server/domains/cups/testing/cup-evening.ts'
import { openEmbeddedPostgres } from '../../../src/server/platform/database/embedded-postgres.ts'
import type { RunningSite } from './site.ts'

/** Lets minutes pass in a cup of a running site. */
export async function timePasses({ dataDir }: RunningSite, cupId: number, minutes: number): Promise<void> {
  const store = await openEmbeddedPostgres({ dataDir, log: pino({ level: 'silent' }), as: 'guest' })
  try {
    await passTime({ store }, cupId, minutes)
  } finally {
    await store.stop()
  }
}
