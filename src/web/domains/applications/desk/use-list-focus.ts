import { useEffect, useRef } from 'react'

/**
 * Keeps the focus with those who work through the list by keyboard: back to the button that opened a dialog, and to
 * the list's heading when that button has gone with its card. Radix does it for a trigger of its own; the dialogs here
 * have none, since a card can go while one is open.
 */
export function useListFocus(isOpen: boolean, rows: unknown) {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!isOpen) opener.current?.focus()
  }, [isOpen])

  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again whenever the list has changed.
  useEffect(() => {
    if (isOpen || opener.current === null || opener.current.isConnected) return
    opener.current = null
    if (document.activeElement === document.body) heading.current?.focus()
  }, [isOpen, rows])

  return { heading, opener }
}
