import { imageLimits } from '../../../../../contract/limits.ts'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../platform/errors.ts'
import { encodeImage, type StoredImage } from '../../../../platform/image.ts'
import { adoptAvatar, claimForeignAvatar, dropForeignAvatar } from './queries.ts'

export const avatarForm = { side: imageLimits.avatarSide, still: true } as const

interface FetchOptions {
  /** Owner of the slot in the concurrency limiter. */
  readonly owner?: string | undefined
  readonly cancel?: AbortSignal
}

/** Fetches a picture once and re-encodes it. Throws when that fails. */
export function fetchAvatar(
  { gateways, imageGate, uploadGate }: Pick<Context, 'gateways' | 'imageGate' | 'uploadGate'>,
  url: string,
  { owner, cancel }: FetchOptions = {},
): Promise<StoredImage> {
  return uploadGate.run(async () => {
    const source = await gateways.picture(url, cancel)
    return imageGate.run(() => encodeImage(source, avatarForm))
  }, owner)
}

const maxTries = 3
const maxAtOnce = 50
const roundEveryMs = 10 * 60_000

/**
 * Fetches avatars whose external URLs were stored by an earlier release, a few at a time. URLs are dropped after three
 * failures, an hour apart.
 */
export async function fetchForeignAvatars(context: Context, cancel?: AbortSignal): Promise<void> {
  const { database } = context
  for (let count = 0; count < maxAtOnce && !cancel?.aborted; count += 1) {
    const next = await claimForeignAvatar(database.sql)
    if (next === undefined) return
    try {
      const image = await fetchAvatar(context, next.url, { ...(cancel && { cancel }) })
      await database.sql.transaction().execute((transaction) => adoptAvatar(transaction, next, image))
    } catch (error) {
      // A shutdown or overload does not mean that the picture is bad.
      if (cancel?.aborted || error instanceof AppError) return
      if (next.tries >= maxTries)
        await database.sql.transaction().execute((transaction) => dropForeignAvatar(transaction, next))
    }
  }
}

/** Runs now, and every ten minutes. */
export function startAvatarFetches(context: Context): { close(): Promise<void> } {
  const stop = new AbortController()
  const fetchSome = () =>
    fetchForeignAvatars(context, stop.signal).catch((error: unknown) =>
      context.log.warn({ err: error }, 'fetching avatars failed; retrying in ten minutes'),
    )
  let round = fetchSome()
  const timer = setInterval(() => {
    round = round.then(fetchSome)
  }, roundEveryMs)
  return {
    close() {
      clearInterval(timer)
      stop.abort()
      return round
    },
  }
}
