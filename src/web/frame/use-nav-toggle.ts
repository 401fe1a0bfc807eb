import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

export interface NavToggle {
  readonly open: boolean
  readonly toggle: () => void
  readonly toggleRef: RefObject<HTMLButtonElement | null>
}

/** The collapsed navigation of small screens: open on the page it was opened on, closed on every other. */
export function useNavToggle(): NavToggle {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const toggleRef = useRef<HTMLButtonElement>(null)
  const open = openedAt === key

  useEffect(() => {
    if (!open) return
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpenedAt(null)
      toggleRef.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  return { open, toggle: () => setOpenedAt(open ? null : key), toggleRef }
}
