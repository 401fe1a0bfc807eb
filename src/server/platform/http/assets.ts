import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const aYear = 31_536_000

/** Serves what the web bundle built. */
export async function serveAssets(app: FastifyInstance, root: string): Promise<void> {
  const options = { index: false as const, cacheControl: false, decorateReply: false }
  const assets = join(root, 'assets')
  const known = new Set(readdirSync(assets).map((name) => `/${name}`))
  // Names below assets/ carry a hash of the content; the others may change with the next release.
  await app.register(staticFiles, {
    ...options,
    root: assets,
    // What was built is served, and nothing else that an address might lead to.
    allowedPath: (path) => known.has(path),
    prefix: '/assets/',
    preCompressed: true,
    setHeaders(reply) {
      reply.setHeader('cache-control', `public, max-age=${aYear}, immutable`)
      reply.setHeader('vary', 'accept-encoding')
    },
  })
  // A route for each: at an address without one there is a page.
  await app.register(staticFiles, {
    ...options,
    root,
    wildcard: false,
    globIgnore: ['assets/**'],
    setHeaders: (reply) => void reply.setHeader('cache-control', 'public, max-age=3600'),
  })
}
