import { type RefObject, useEffect, useState } from 'react'

/** Whether any of an element shows in the window. False on the server, and where nobody can tell. */
export function useInSight(mark: RefObject<Element | null>) {
  const [inSight, setInSight] = useState(false)
  useEffect(() => {
    if (mark.current === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) =>
      setInSight(entries.at(-1)?.isIntersecting ?? false),
    )
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [mark])
  return inSight
}
