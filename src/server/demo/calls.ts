import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

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
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH'
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
