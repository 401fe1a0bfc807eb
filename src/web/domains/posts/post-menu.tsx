import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Ellipsis, Share2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Message } from '../../../contract/languages.ts'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { toast } from '../../platform/toasts.ts'
import { DropdownMenu, MenuItem } from '../../ui/dropdown-menu.tsx'
import { postActionClass } from './post-action-class.ts'
import { postPath } from './post-path.ts'

export interface PostMenuProps {
  readonly post: Post
  readonly children: ReactNode
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** Opens the system's share sheet; where there is none, copies the link and says so. */
async function share({ id, user: { username } }: Post, say: (text: Message) => string): Promise<void> {
  const url = new URL(postPath(id), window.location.origin).href
  if (typeof navigator.share === 'function') {
    // Closing the sheet is no failure.
    await navigator.share({ title: say(msg`Post by ${username}`), url }).catch(() => undefined)
    return
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: msg`Link Copied`, description: url })
  } catch {
    // Where the browser refuses, the link can be copied by hand.
    toast({ title: msg`Link`, description: url })
  }
}

/** The menu of a post: Share, and what its viewer may do. */
export function PostMenu({ post, children, buttonRef }: PostMenuProps) {
  const { t } = useLingui()
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          ref={buttonRef}
          aria-label={t`Options for the post by ${{ username: post.user.username }}`}
          className={postActionClass}
        >
          <Ellipsis aria-hidden className="size-5" />
        </button>
      }
    >
      <MenuItem onSelect={() => void share(post, (text) => t(text))}>
        <Share2 aria-hidden className="size-4" />
        <Trans>Share</Trans>
      </MenuItem>
      {children}
    </DropdownMenu>
  )
}
