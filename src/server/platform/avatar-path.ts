import { sql } from 'kysely'
import type { Config } from '../config.ts'

/** The path of the avatar of a row of `users`; null without one. It changes with the picture. */
export const avatarPath = sql<string | null>`(
  SELECT '/avatars/' || avatars.user_id || '/' || encode(avatars.hash, 'hex') || '.webp'
  FROM avatars WHERE avatars.user_id = users.id)`

/** The address of an avatar as answers give it. */
export const absoluteAvatar = ({ publicUrl }: Pick<Config, 'publicUrl'>, path: string) => publicUrl + path

/**
 * Changes every `avatarUrl` of an answer, however deep, from a path to an address. Whatever else stands there, as in a
 * repeated answer of an earlier release, is nobody's to load.
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
