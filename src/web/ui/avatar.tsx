import { useCallback, useState } from 'react'
import { isFace } from '../../contract/accounts/faces.ts'
import { classes } from './classes.ts'

export interface AvatarProps {
  readonly username: string | null | undefined
  readonly avatarUrl: string | null | undefined
  readonly size?: 'sm' | 'md' | 'lg' | 'xl'
  readonly className?: string
}

const sizes = {
  sm: 'size-8 text-base',
  md: 'size-10 text-xl',
  lg: 'size-14 text-2xl',
  xl: 'size-24 text-5xl',
}

/** First two letters in upper case, whole characters only; `?` when there is no name. */
const initials = (username: string | null | undefined) =>
  [...(username ?? '').trim()].slice(0, 2).join('').toUpperCase() || '?'

/** Pictures come from this site only, under whatever name the page was asked for. */
const pathOnThisSite = (url: string) => url.replace(/^https?:\/\/[^/]+(?=\/avatars\/)/, '')

/** A member's picture, their face from the game, or their letters. The name always stands beside it, so for screen readers it is decoration. */
export function Avatar({ username, avatarUrl, size = 'md', className }: AvatarProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const own = avatarUrl && pathOnThisSite(avatarUrl)
  const source = own && own !== brokenUrl ? own : null
  // An image of the server's HTML may have failed before React listens to it.
  const noticeEarlyFailure = useCallback((image: HTMLImageElement | null) => {
    if (image?.complete && image.naturalWidth === 0) setBrokenUrl(image.getAttribute('src'))
  }, [])
  return (
    <span
      aria-hidden
      className={classes(
        'pixel-corners inline-flex shrink-0 items-center justify-center overflow-hidden bg-line font-display text-ink leading-none',
        sizes[size],
        className,
      )}
    >
      {source === null ? (
        initials(username)
      ) : (
        <img
          ref={noticeEarlyFailure}
          src={source}
          alt=""
          // A board has more faces than a screen.
          loading="lazy"
          className={classes('size-full object-cover', isFace(source) && '[image-rendering:pixelated]')}
          onError={() => setBrokenUrl(source)}
        />
      )}
    </span>
  )
}
