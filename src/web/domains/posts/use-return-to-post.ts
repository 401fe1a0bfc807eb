import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { Post } from '../../../contract/posts/posts-schemas.ts'

interface LeftAt {
  /** The history entry that was left. */
  readonly key: string
  readonly postId: number
  /** Pixels from the top of the window. */
  readonly top: number
}

let leftAt: LeftAt | undefined

/** Posts that come near the window are laid out a frame later, and then push the others. */
const frames = 6

/**
 * Back to the feed ends at the post that was read. The height of the page alone does not lead there: posts far from the
 * window are not laid out, so that what was above the post may be higher or lower than before.
 */
export function useReturnToPost(list: RefObject<HTMLOListElement | null>, posts: readonly Post[]): void {
  const { key } = useLocation()
  const shown = useRef({ key, posts })
  useEffect(() => {
    shown.current = { key, posts }
  }, [key, posts])

  useEffect(() => {
    if (leftAt?.key !== shown.current.key) return
    const { postId, top } = leftAt
    const row = list.current?.children[shown.current.posts.findIndex(({ id }) => id === postId)]
    if (row === undefined) return
    let left = frames
    let request = requestAnimationFrame(function follow() {
      window.scrollBy({ top: row.getBoundingClientRect().top - top, behavior: 'instant' })
      left -= 1
      if (left > 0) request = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(request)
  }, [list])

  useEffect(() => {
    const remember = () => {
      const rows = [...(list.current?.children ?? [])]
      const at = rows.findIndex((row) => row.getBoundingClientRect().bottom > 0)
      const post = shown.current.posts[at]
      // At the top nothing needs to be found again.
      leftAt =
        post === undefined || at === 0
          ? undefined
          : { key: shown.current.key, postId: post.id, top: rows[at]!.getBoundingClientRect().top }
    }
    // Before the page changes: while it is taken away, positions are no longer what the reader saw.
    document.addEventListener('click', remember, true)
    window.addEventListener('popstate', remember)
    return () => {
      document.removeEventListener('click', remember, true)
      window.removeEventListener('popstate', remember)
    }
  }, [list])
}
