import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { uploadLimits } from '../../contract/limits.ts'
import type { Context } from '../context.ts'

/** One of the few places for large bodies. */
export interface UploadSlot {
  /** Holds the place while `work` runs, also when the client hangs up meanwhile. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Waits for a place before a large body is read, so that many uploads at once wait in the network and not in memory.
 * The place is free again when the request is over, or its handler, whichever is later. Null for small bodies.
 * @throws 503 when too many wait, 429 when the member has all of theirs
 */
export async function takeUploadSlot(
  { config, uploadGate }: Pick<Context, 'config' | 'uploadGate'>,
  { headers, viewer }: Pick<FastifyRequest, 'headers' | 'viewer'>,
  response: ServerResponse,
): Promise<UploadSlot | null> {
  const bytes = Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] === undefined && bytes <= uploadLimits.largeBytes) return null
  const owner = config.rateLimits && viewer !== null ? `#${viewer.id}` : undefined
  return new Promise((resolve, reject) => {
    const hold = () =>
      new Promise<void>((release) => {
        let isHandling = false
        // Also called at once for a client that has gone while it waited.
        finished(response, () => {
          if (!isHandling) release()
        })
        resolve({
          async during(work) {
            isHandling = true
            try {
              return await work()
            } finally {
              release()
            }
          },
        })
      })
    uploadGate.run(hold, owner).catch(reject)
  })
}
