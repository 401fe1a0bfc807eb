import { sql } from 'kysely'
import type { Config } from '../config.ts'

/**
 * SQL for the path of the picture that stands for a row of `users`: the member's own, else the newest face of their
 * players, else null. The path changes with the picture.
 */
export const avatarPath = sql<string | null>`coalesce(
  (SELECT '/avatars/' || avatars.user_id || '/' || encode(avatars.hash, 'hex') || '.webp'
    FROM avatars WHERE avatars.user_id = users.id),
  (SELECT '/avatars/' || users.id || '/face-' || encode(faces.hash, 'hex') || '.png'
    FROM game_identities AS faced JOIN faces ON faces.identity_id = faced.id
    WHERE faced.user_id = users.id AND faces.hash IS NOT NULL ORDER BY faces.sent_at DESC LIMIT 1))`

/** Returns the absolute URL of an avatar. */
export const absoluteAvatar = ({ publicUrl }: Pick<Config, 'publicUrl'>, path: string) => publicUrl + path

/**
 * Converts every `avatarUrl` in a response to an absolute URL. A value that is no path, as in a replayed response of an
 * earlier release, becomes null.
 */
export function makeAvatarsAbsolute(config: Pick<Config, 'publicUrl'>, response: unknown): void {
  if (typeof response !== 'object' || response === null) return
  for (const [key, value] of Object.entries(response)) {
    if (key === 'avatarUrl' && typeof value === 'string')
      (response as Record<string, unknown>)[key] = value.startsWith('/avatars/')
        ? absoluteAvatar(config, value)
        : null
    else makeAvatarsAbsolute(config, value)
  }
}
