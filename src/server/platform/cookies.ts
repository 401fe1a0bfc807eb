import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionLimits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'

const isSecure = (config: Pick<Config, 'publicUrl'>) => config.publicUrl.startsWith('https:')

/** The `__Host-` prefix prevents subdomains and unencrypted responses from setting the cookie. */
export const sessionCookieName = (config: Pick<Config, 'publicUrl'>) =>
  isSecure(config) ? '__Host-session' : 'session'

const attributes = (config: Config) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure(config) }) as const

export const sessionToken = (request: FastifyRequest, config: Config) =>
  request.cookies[sessionCookieName(config)]

/** Reads the session token from a raw Cookie header, for WebSocket upgrades, which are no Fastify requests. */
export const sessionTokenOf = (cookieHeader: string | undefined, config: Config) =>
  cookieHeader
    ?.split(';')
    .map((pair) => pair.trim().split('=', 2))
    .find(([name]) => name === sessionCookieName(config))?.[1]

export function setSessionCookie(reply: FastifyReply, config: Config, token: string): void {
  reply.setCookie(sessionCookieName(config), token, {
    ...attributes(config),
    maxAge: sessionLimits.absoluteSeconds,
  })
}

export function clearSessionCookie(reply: FastifyReply, config: Config): void {
  reply.clearCookie(sessionCookieName(config), attributes(config))
}
