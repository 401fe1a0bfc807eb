import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface DisclosureOptions {
  /** A press outside closes it, and so does the focus that moves on. */
  readonly closesOutside?: boolean
}

/**
 * A `<details>` that is a menu: the browser opens it, also before the page is hydrated and without scripts. This adds
 * what the element lacks: it closes on Escape, with the focus back on its summary, and on every route change.
 */
export function useDisclosure({
  closesOutside = false,
}: DisclosureOptions = {}): RefObject<HTMLDetailsElement | null> {
  const details = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  const shownAt = useRef(key)

  // Together with the new page: later, it would close what was opened on that page.
  useLayoutEffect(() => {
    // Not on the first run: it may have been opened before hydration.
    if (shownAt.current === key) return
    shownAt.current = key
    if (details.current !== null) details.current.open = false
  }, [key])

  useEffect(() => {
    const element = details.current
    if (element === null) return
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape' || !element?.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    function closeOutside(event: Event) {
      if (event.target instanceof Node && element?.open && !element.contains(event.target))
        element.open = false
    }
    document.addEventListener('keydown', closeOnEscape)
    const outside = closesOutside ? (['pointerdown', 'focusin'] as const) : []
    for (const type of outside) document.addEventListener(type, closeOutside)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      for (const type of outside) document.removeEventListener(type, closeOutside)
    }
  }, [closesOutside])

  return details
}
