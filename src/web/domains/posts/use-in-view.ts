import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** How far below the window something already counts as reached. */
const ahead = '0px 0px 600px'
/** The same, and all that lies above the window. */
const aheadOrPast = '9999999px 0px 600px'

/**
 * Calls back when `mark` comes near the window, or is there already when `enabled` turns true. A jump past it counts
 * as well, once until the mark is near or below again: readers below it are not disturbed.
 */
export function useInView(mark: RefObject<Element | null>, enabled: boolean, onReached: () => void) {
  const reached = useEffectEvent(onReached)
  const passed = useRef(false)
  useEffect(() => {
    if (!enabled || mark.current === null || typeof IntersectionObserver === 'undefined') return
    // New observers each time: their first reports say where the mark stands now.
    const near = watch(mark.current, ahead, ({ isIntersecting }) => {
      if (!isIntersecting) return
      passed.current = false
      reached()
    })
    // A mark that was below the window and is above it a moment later was never near.
    const past = watch(mark.current, aheadOrPast, ({ isIntersecting, boundingClientRect }) => {
      if (!isIntersecting) passed.current = false
      else if (boundingClientRect.bottom < 0 && !passed.current) {
        passed.current = true
        reached()
      }
    })
    return () => {
      near.disconnect()
      past.disconnect()
    }
  }, [enabled, mark])
}

function watch(mark: Element, rootMargin: string, look: (newest: IntersectionObserverEntry) => void) {
  const observer = new IntersectionObserver((entries) => look(entries[entries.length - 1]!), { rootMargin })
  observer.observe(mark)
  return observer
}
