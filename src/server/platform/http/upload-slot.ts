import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { uploadLimits } from '../../../contract/limits.ts'
import type { Context } from '../../context.ts'

/** A slot for one large body. */
export interface UploadSlot {
  /** Keeps the slot while `work` runs, even if the client disconnects. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Waits for a slot before a large body is read, so that concurrent uploads wait in the network rather than in
 * memory. The slot is released when both request and handler have ended. Null for small bodies.
 * @throws 503 when the queue is full, 429 when the member has no slot left
 */
export async function takeUploadSlot(
  { config, uploadLimiter }: Pick<Context, 'config' | 'uploadLimiter'>,
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
        // Called at once for a client that disconnected while waiting.
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
    uploadLimiter.run(hold, owner).catch(reject)
  })
}
