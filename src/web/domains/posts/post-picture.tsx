import { Trans, useLingui } from '@lingui/react/macro'
import { ExternalLink, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { CSSProperties } from 'react'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { overlayClass } from '../../ui/overlay.ts'

/** No picture is taller; a tall one gets narrower instead. */
const tallestRem = 32

const widthLimit = ({ mediaWidth, mediaHeight }: Post): CSSProperties =>
  mediaWidth === null || mediaHeight === null
    ? {}
    : { maxWidth: `min(100%, ${((tallestRem * mediaWidth) / mediaHeight).toFixed(2)}rem)` }

const barButton =
  'inline-flex size-11 shrink-0 items-center justify-center rounded-md bg-ground-raised text-ink hover:bg-line'

/** The posted image, which opens large. The HTML has its size, so that nothing moves when it loads. */
export function PostPicture({ post }: { post: Post }) {
  const { t } = useLingui()
  if (post.mediaUrl === null) return null
  const { username } = post.user
  const alt = t`Posted by ${username}`
  return (
    <Dialog.Root>
      <Dialog.Trigger
        aria-label={t`Open the picture posted by ${username}`}
        style={widthLimit(post)}
        className="mt-3 block cursor-zoom-in rounded-md"
      >
        <img
          src={post.mediaUrl}
          alt={alt}
          width={post.mediaWidth ?? undefined}
          height={post.mediaHeight ?? undefined}
          loading="lazy"
          decoding="async"
          className="h-auto rounded-md border border-line bg-ground"
        />
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed top-1/2 start-1/2 z-50 grid w-max max-w-[calc(100vw-1rem)] -translate-x-1/2 rtl:translate-x-1/2 -translate-y-1/2 animate-rise grid-cols-[minmax(0,1fr)] gap-2 outline-none"
        >
          <div className="flex items-center justify-end gap-2">
            <Dialog.Title className="min-w-0 flex-1 truncate font-semibold text-sm">
              <Trans>
                Picture by <bdi>{username}</bdi>
              </Trans>
            </Dialog.Title>
            <a
              href={post.mediaUrl}
              target="_blank"
              rel="noopener"
              aria-label={t`Open the picture in a new tab`}
              className={barButton}
            >
              <ExternalLink aria-hidden className="size-5" />
            </a>
            <Dialog.Close aria-label={t`Close`} className={barButton}>
              <X aria-hidden className="size-5" />
            </Dialog.Close>
          </div>
          <img
            src={post.mediaUrl}
            alt={alt}
            width={post.mediaWidth ?? undefined}
            height={post.mediaHeight ?? undefined}
            className="mx-auto h-auto max-h-[calc(100dvh-5.5rem)] w-auto max-w-full rounded-md bg-ground object-contain"
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
