import { imageLimits } from '../../../../../contract/limits.ts'
import type { Context } from '../../../../context.ts'
import { AppError } from '../../../../platform/errors.ts'
import { encodeImage, type StoredImage } from '../../../../platform/image.ts'
import { adoptAvatar, dropForeignAvatar, takeForeignAvatar } from './queries.ts'

export const avatarForm = { side: imageLimits.avatarSide, still: true } as const

interface FetchOptions {
  /** Whose places at the gate it takes. */
  readonly owner?: string | undefined
  readonly cancel?: AbortSignal
}

/** Fetches a picture once and encodes it again. Throws when it cannot be had or is none. */
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
 * Fetches avatars whose foreign addresses an earlier release stored, some at a time. What fails three times, an hour
 * apart, is forgotten.
 */
export async function fetchForeignAvatars(context: Context, cancel?: AbortSignal): Promise<void> {
  const { database } = context
  for (let count = 0; count < maxAtOnce && !cancel?.aborted; count += 1) {
    const next = await takeForeignAvatar(database.sql)
    if (next === undefined) return
    try {
      const image = await fetchAvatar(context, next.url, { ...(cancel && { cancel }) })
      await database.sql.transaction().execute((transaction) => adoptAvatar(transaction, next, image))
    } catch (error) {
      // That the site stops or is overloaded says nothing about the picture.
      if (cancel?.aborted || error instanceof AppError) return
      if (next.tries >= maxTries)
        await database.sql.transaction().execute((transaction) => dropForeignAvatar(transaction, next))
    }
  }
}

/** Begins now, and again every ten minutes. */
export function startAvatarFetches(context: Context): { close(): Promise<void> } {
  const stop = new AbortController()
  const fetchSome = () =>
    fetchForeignAvatars(context, stop.signal).catch((error: unknown) =>
      context.log.warn({ err: error }, 'avatars were not fetched; the next round comes in ten minutes'),
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
