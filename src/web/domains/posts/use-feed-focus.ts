import { useCallback, useEffect, useRef } from 'react'
import type { Post } from '../../../contract/posts/posts-schemas.ts'

/** Where the focus goes when the posts around it come and go; it never leaves anything that somebody went on to. */
export function useFeedFocus(posts: readonly Post[]) {
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const known = useRef(posts.length)
  const moreWanted = useRef(false)
  const leaving = useRef<number | null>(null)

  useEffect(() => {
    const before = known.current
    known.current = posts.length
    if (moreWanted.current && posts.length > before) {
      moreWanted.current = false
      const firstNew = list.current?.children[before]?.firstElementChild
      // The posts arrive where the button was: nothing needs to move.
      if (firstNew instanceof HTMLElement) firstNew.focus({ preventScroll: true })
    }
    if (leaving.current !== null && posts.every(({ id }) => id !== leaving.current)) {
      leaving.current = null
      // Its buttons had the focus and took it along.
      if (document.activeElement === document.body) heading.current?.focus()
    }
  }, [posts])

  const expectGone = useCallback((id: number) => {
    leaving.current = id
  }, [])

  return {
    heading,
    list,
    /** Somebody asked for more: the focus goes to the first post that comes. */
    expectMore() {
      moreWanted.current = true
    },
    /** This post is about to go. */
    expectGone,
  }
}
