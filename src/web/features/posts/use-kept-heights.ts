import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { isServer } from '../../platform/query-client.ts'

const heights = new Map<number, number>()

/** Height in pixels of a post when the feed was last left; undefined where it was not shown yet. */
export const keptHeight = (postId: number) => heights.get(postId)

const useBrowserLayoutEffect = isServer() ? useEffect : useLayoutEffect

/**
 * Measures the posts when the feed is left. Posts far from the window are not laid out, so that without their heights
 * the way back would end at another post than the one that was read.
 */
export function useKeptHeights(list: RefObject<HTMLOListElement | null>, posts: readonly Post[]): void {
  const shown = useRef(posts)
  useEffect(() => {
    shown.current = posts
  }, [posts])
  useBrowserLayoutEffect(
    () => () => {
      const rows = list.current?.children
      for (const [at, { id }] of shown.current.entries()) {
        const row = rows?.[at]
        if (row instanceof HTMLElement && row.offsetHeight > 0) heights.set(id, row.offsetHeight)
      }
    },
    [list],
  )
}
