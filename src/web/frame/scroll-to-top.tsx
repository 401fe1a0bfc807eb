import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

export const scrollToTop = () => window.scrollTo({ top: 0, left: 0, behavior: 'instant' })

/** Every route change starts at the top of the page, going back and forward included (spec 2). */
export function ScrollToTop() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)

  // Otherwise the browser scrolls to where it was on the way back. A reload may still find its place.
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const giveBack = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', giveBack)
    return () => {
      window.removeEventListener('pagehide', giveBack)
      giveBack()
    }
  }, [])

  useLayoutEffect(() => {
    if (lastPathname.current === pathname) return
    lastPathname.current = pathname
    scrollToTop()
  }, [pathname])

  return null
}
