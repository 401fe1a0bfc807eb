import { endpointsOf } from '../endpoint.ts'
import type { ingestSchemas } from './ingest-schemas.ts'

export const ingestEndpoints = endpointsOf<typeof ingestSchemas>({
  events: {
    method: 'POST',
    path: '/api/ingest/events',
    access: 'game-server',
    summary: 'Events from a game server, 1 to 100; results in the order sent',
    bodyKind: 'ingest',
    limit: 'ingest',
    status: 200,
  },
  ack: {
    method: 'POST',
    path: '/api/ingest/ack',
    access: 'game-server',
    summary: 'Confirms outbox items; unconfirmed ones come again',
    bodyKind: 'ingest',
    limit: 'ingest',
    status: 200,
  },
})
