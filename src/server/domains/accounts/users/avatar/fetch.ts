import { imageLimits } from '../../../../../contract/limits.ts'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../platform/http/errors.ts'
import type { Job } from '../../../../platform/jobs/jobs.ts'
import { encodeImage, type StoredImage } from '../../../../platform/media/image.ts'
import { adoptAvatar, claimForeignAvatar, dropForeignAvatar, uncountTry } from './queries.ts'

export const avatarForm = { side: imageLimits.avatarSide, still: true } as const

interface FetchOptions {
  /** Owner of the slot in the concurrency limiter. */
  readonly owner?: string | undefined
  readonly cancel?: AbortSignal
}

/** Fetches a picture once and re-encodes it. Throws when that fails. */
export function fetchAvatar(
  {
    gateways,
    imageLimiter,
    uploadLimiter,
    encodeImage: encode = encodeImage,
  }: Pick<Context, 'gateways' | 'imageLimiter' | 'uploadLimiter' | 'encodeImage'>,
  url: string,
  { owner, cancel }: FetchOptions = {},
): Promise<StoredImage> {
  return uploadLimiter.run(async () => {
    const source = await gateways.picture(url, cancel)
    return imageLimiter.run(() => encode(source, avatarForm))
  }, owner)
}

const name = 'avatars of earlier releases'
const maxTries = 3
const maxAtOnce = 50

/**
 * Fetches avatars whose external URLs were stored by an earlier release, a few at a time. URLs are dropped after three
 * failures, an hour apart.
 */
export async function fetchForeignAvatars(context: Context, cancel?: AbortSignal): Promise<void> {
  const { database, log } = context
  for (let count = 0; count < maxAtOnce && !cancel?.aborted; count += 1) {
    const next = await claimForeignAvatar(database.sql)
    if (next === undefined) return
    try {
      if (next.tries > maxTries) throw new Error('The process ended during the last attempt')
      const image = await fetchAvatar(context, next.url, { ...(cancel && { cancel }) })
      await database.sql.transaction().execute((transaction) => adoptAvatar(transaction, next, image))
    } catch (error) {
      // A shutdown or overload does not mean that the picture is bad.
      if (cancel?.aborted || error instanceof AppError) return uncountTry(database.sql, next)
      const isFinal = next.tries >= maxTries
      log.warn({ err: error, queue: name, item: next.id, attempts: next.tries, isFinal }, 'an attempt failed')
      if (isFinal)
        await database.sql.transaction().execute((transaction) => dropForeignAvatar(transaction, next))
    }
  }
}

export const avatarFetchJob = (context: Context): Job => ({
  name,
  everyMs: 10 * 60_000,
  work: (stopping) => fetchForeignAvatars(context, stopping),
})
