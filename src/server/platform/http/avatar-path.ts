import type { Config } from '../../config.ts'

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
