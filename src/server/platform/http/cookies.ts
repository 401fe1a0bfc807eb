import type { IncomingMessage } from 'node:http'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionLimits } from '../../../contract/limits.ts'
import { ownValue } from '../../../contract/own-value.ts'
import type { Config } from '../../config.ts'
import { isAtHttps } from './https.ts'

type Address = Pick<Config, 'publicUrl' | 'given'>

/** The `__Host-` prefix prevents subdomains and unencrypted responses from setting the cookie. */
const nameOf = (isSecure: boolean) => (isSecure ? '__Host-session' : 'session')

/** The name at the public address. */
export const sessionCookieName = (config: Pick<Config, 'publicUrl'>) =>
  nameOf(config.publicUrl.startsWith('https:'))

/** The one without a prefix counts only where a browser could not have stored the other. */
function namesFor(request: Pick<IncomingMessage, 'headers'>, config: Address): readonly string[] {
  if (config.given.has('PUBLIC_URL')) return [sessionCookieName(config)]
  return isAtHttps(request, config) ? [nameOf(true)] : [nameOf(true), nameOf(false)]
}

const attributes = (isSecure: boolean) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure }) as const

export function sessionToken(request: FastifyRequest, config: Address): string | undefined {
  for (const name of namesFor(request, config)) {
    const token = ownValue(request.cookies, name)
    if (token !== undefined) return token
  }
  return undefined
}

/** Reads the session token of a WebSocket upgrade, which is no Fastify request. */
export function sessionTokenOf(request: IncomingMessage, config: Address): string | undefined {
  const cookies = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('=', 2))
  for (const name of namesFor(request, config)) {
    const token = cookies.find(([one]) => one === name)?.[1]
    if (token !== undefined) return token
  }
  return undefined
}

export function setSessionCookie(reply: FastifyReply, config: Address, token: string): void {
  const isSecure = isAtHttps(reply.request, config)
  reply.setCookie(nameOf(isSecure), token, {
    ...attributes(isSecure),
    maxAge: sessionLimits.absoluteSeconds,
  })
  // One of the other name, which is left of another address, would be read first.
  for (const name of namesFor(reply.request, config))
    if (name !== nameOf(isSecure) && ownValue(reply.request.cookies, name) !== undefined)
      reply.clearCookie(name, attributes(name === nameOf(true)))
}

export function clearSessionCookie(reply: FastifyReply, config: Address): void {
  for (const name of namesFor(reply.request, config))
    reply.clearCookie(name, attributes(name === nameOf(true)))
}
