import { type RefObject, useEffect, useEffectEvent } from 'react'

/** How far below the window something already counts as reached. */
const ahead = '0px 0px 600px 0px'

/** Tells when `mark` comes near the window, or stands there already while `enabled` turns true. */
export function useReached(mark: RefObject<Element | null>, enabled: boolean, onReached: () => void) {
  const reached = useEffectEvent(onReached)
  useEffect(() => {
    if (!enabled || mark.current === null || typeof IntersectionObserver === 'undefined') return
    // A new observer each time: its first report says where the mark stands now.
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) reached()
      },
      { rootMargin: ahead },
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [enabled, mark])
}
