import { Ellipsis, Share2 } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { Post } from '../../../contract/posts/posts-schemas.ts'
import { DropdownMenu, MenuItem } from '../../ui/dropdown-menu.tsx'
import { postActionClass } from './post-action-class.ts'

export interface PostMenuProps {
  readonly post: Post
  readonly children: ReactNode
  readonly buttonRef?: Ref<HTMLButtonElement>
}

/** The menu of a post: Share, which does nothing yet, and what its viewer may do. */
export function PostMenu({ post, children, buttonRef }: PostMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <button
          type="button"
          ref={buttonRef}
          aria-label={`Options for the post by ${post.user.username}`}
          className={postActionClass}
        >
          <Ellipsis aria-hidden className="size-5" />
        </button>
      }
    >
      <MenuItem>
        <Share2 aria-hidden className="size-4" />
        Share
      </MenuItem>
      {children}
    </DropdownMenu>
  )
}
