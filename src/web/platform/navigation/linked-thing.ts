import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { anchorOf, type LinkedThing } from '../../../contract/links.ts'
import { useTakenOver } from '../hydrated.ts'

/** The id of the thing that the address names by `#<kind>-<id>`; undefined in the server's HTML, which has no fragment. */
export function useLinkedId(thing: LinkedThing): string | undefined {
  const { hash } = useLocation()
  const start = `#${anchorOf(thing, '')}`
  return useTakenOver(() => (hash.startsWith(start) ? hash.slice(start.length) : undefined), undefined)
}

/**
 * Scrolls to the element with this id and focuses it, once it is there: what loads after the page did not exist when the
 * browser looked for it. Following the same link again leads there again; what changes later does not.
 */
export function useScrollToLinked(anchor: string | undefined, isThere: boolean): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says that a link was followed again.
  useEffect(() => {
    const element = isThere && anchor !== undefined ? document.getElementById(anchor) : null
    if (element === null) return
    element.scrollIntoView({ block: 'start' })
    element.focus({ preventScroll: true })
  }, [anchor, isThere, key])
}

/** Marks the thing that the address names. */
export const linkedClass = 'bg-ground-raised shadow-[inset_3px_0_0_var(--color-ember)]'
