import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useHydrated } from '../../platform/hydrated.ts'
import { eventAnchor } from './event-anchor.ts'

/** The event that the address names: `?event=12` the server reads as well, `#event-12` only the browser. */
export function usePointedAt(shown: boolean): number | undefined {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const alive = useHydrated()
  const named = search.get('event') ?? (alive ? /^#event-(\d+)$/.exec(hash)?.[1] : undefined)
  const id = named === undefined ? undefined : Number(named)

  // What came later than the page was not there when the browser wanted to go to it.
  useEffect(() => {
    if (shown && id !== undefined)
      document.getElementById(eventAnchor(id))?.scrollIntoView({ block: 'start' })
  }, [shown, id])

  return id
}
