import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import { isAlwaysHttps } from './https.ts'

/**
 * Content security policy of a page: scripts and styles from this site or with the nonce, images from this site only.
 * Inline style attributes are allowed because Radix positions its layers with them.
 */
export const pagePolicy = (nonce: string, config: Pick<Config, 'publicUrl' | 'given'>) =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' https: http:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Where an address of https was set in the browser, the page may still be open at another one.
    ...(isAlwaysHttps(config) ? ['upgrade-insecure-requests'] : []),
  ].join('; ')

/** Headers of every response; pages override the policy. */
export function addSecurityHeaders(
  app: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'hstsSubdomains'>,
): void {
  const headers: Record<string, string> = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  }
  const hsts = `max-age=31536000${config.hstsSubdomains ? '; includeSubDomains' : ''}`
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id)
    // Subdomains may be other programs without HTTPS, so only the operator can include them.
    if (config.publicUrl.startsWith('https:')) reply.header('strict-transport-security', hsts)
    done()
  })
}
