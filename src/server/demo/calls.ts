import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { IngestResult } from '../../contract/matches/ingest-schemas.ts'
import type { SampleEvent } from './sample-data.ts'

/** A newly registered member with their session cookie. The random password is discarded. */
export interface SampleMember {
  readonly username: string
  readonly cookie: string
}

/** @throws when the site rejects it, because sample data must be valid */
export async function registerMember(app: FastifyInstance, username: string): Promise<SampleMember> {
  const payload = { username, password: randomUUID() }
  const response = await app.inject({ method: 'POST', url: '/api/register', payload })
  const cookie = response.cookies[0]
  if (response.statusCode !== 201 || cookie === undefined)
    throw new Error(`registering answered ${response.statusCode}`)
  return { username, cookie: `${cookie.name}=${cookie.value}` }
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly by?: SampleMember
  readonly payload?: object
}

/** @throws when the site rejects it, because sample data must be valid */
export async function call<T>(app: FastifyInstance, { method, url, by, payload }: Call): Promise<T> {
  const response = await app.inject({
    method,
    url,
    ...(by !== undefined && { headers: { cookie: by.cookie } }),
    ...(payload !== undefined && { payload }),
  })
  if (response.statusCode >= 300) throw new Error(`${url} answered ${response.statusCode}: ${response.body}`)
  return response.json<T>()
}

/** @throws when the site rejects one, because sample events must be valid */
export async function reportEvents(
  app: FastifyInstance,
  secret: string,
  events: readonly SampleEvent[],
): Promise<readonly IngestResult[]> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/ingest/events',
    headers: { authorization: `Bearer ${secret}` },
    payload: { events },
  })
  if (response.statusCode !== 200)
    throw new Error(`the ingest answered ${response.statusCode}: ${response.body}`)
  const { results } = response.json<{ results: IngestResult[] }>()
  const refused = results.find(({ status }) => status !== 'accepted')
  if (refused !== undefined) throw new Error(`a sample event was ${refused.status}: ${refused.reason ?? ''}`)
  return results
}
