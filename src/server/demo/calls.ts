import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** A member with their session cookie. */
export interface SampleMember {
  readonly username: string
  readonly cookie: string
}

/**
 * A new member, whose random password is discarded; with the code of a player, who is linked at once.
 * @throws when the site rejects it, because sample data must be valid
 */
export const registerMember = (
  app: FastifyInstance,
  username: string,
  linkCode?: string,
): Promise<SampleMember> => enter(app, '/api/register', { username, password: randomUUID(), linkCode })

/** @throws when name or password are wrong */
export const signIn = (
  app: FastifyInstance,
  login: { readonly username: string; readonly password: string },
): Promise<SampleMember> => enter(app, '/api/login', login)

async function enter(
  app: FastifyInstance,
  url: '/api/register' | '/api/login',
  payload: { readonly username: string; readonly password: string; readonly linkCode?: string | undefined },
): Promise<SampleMember> {
  const response = await app.inject({ method: 'POST', url, payload })
  const cookie = response.cookies[0]
  if (response.statusCode >= 300 || cookie === undefined)
    throw new Error(`${url} answered ${response.statusCode}`)
  return { username: payload.username, cookie: `${cookie.name}=${cookie.value}` }
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
