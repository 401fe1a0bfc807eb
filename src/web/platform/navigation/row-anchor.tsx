import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigationType } from 'react-router'

interface Place {
  readonly anchor: string
  /** Pixels from the top of the window. */
  readonly top: number
}

/** Where rows were when an entry of the history was left, by its key; the one under the eye first. */
const leftAt = new Map<string, readonly Place[]>()
const maxEntries = 50

/** Rows above the header's edge are not seen. */
const headerPx = 64
/** Rows that come near the window may be laid out a frame later, and then push the others. */
const quietFrames = 6
const acts = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const
/** Requests of the header; they move no row. */
const ofHeader: ReadonlySet<unknown> = new Set(['status', 'unread'])

const allRows = () => [...document.querySelectorAll<HTMLElement>('[data-anchor]')]

/** The rows in sight, from the top; first the one that was pressed. */
function placesNow(pressed: EventTarget | null): Place[] {
  const pressedRow = pressed instanceof Element ? pressed.closest<HTMLElement>('[data-anchor]') : null
  // At the top nothing needs to be found again.
  if (scrollY === 0 && pressedRow === null) return []
  const inSight = allRows().filter((row) => {
    const { top, bottom } = row.getBoundingClientRect()
    return bottom > headerPx && top < innerHeight
  })
  return [...(pressedRow === null ? [] : [pressedRow]), ...inSight].map((row) => ({
    anchor: row.dataset.anchor ?? '',
    top: row.getBoundingClientRect().top,
  }))
}

/**
 * Back ends at the row that was read, of a list that may have changed meanwhile or comes later; the height of the page
 * does not lead there. Rows name themselves by `data-anchor`. It follows the row until nothing loads any more, or the
 * reader acts.
 */
export function RowAnchor() {
  const client = useQueryClient()
  const { key } = useLocation()
  const isReturn = useNavigationType() === 'POP'

  const remember = useEffectEvent((pressed: EventTarget | null) => {
    leftAt.delete(key)
    leftAt.set(key, placesNow(pressed))
    const [oldest] = leftAt.keys()
    if (leftAt.size > maxEntries && oldest !== undefined) leftAt.delete(oldest)
  })
  useEffect(() => {
    // Before the page changes: while it is taken away, positions are no longer what the reader saw.
    const onClick = ({ target }: MouseEvent) => remember(target)
    const onLeave = () => remember(null)
    document.addEventListener('click', onClick, true)
    addEventListener('popstate', onLeave)
    return () => {
      document.removeEventListener('click', onClick, true)
      removeEventListener('popstate', onLeave)
    }
  }, [])

  useEffect(() => {
    const places = isReturn ? (leftAt.get(key) ?? []) : []
    if (places.length === 0) return
    let quiet = 0
    let request = requestAnimationFrame(function follow() {
      const rows = new Map(allRows().map((row) => [row.dataset.anchor, row]))
      const place = places.find(({ anchor }) => rows.has(anchor))
      const row = rows.get(place?.anchor)
      const moved = row && place ? row.getBoundingClientRect().top - place.top : 0
      if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
      const isLoading = client.isFetching({ predicate: ({ queryKey }) => !ofHeader.has(queryKey[0]) }) > 0
      quiet = isLoading ? 0 : quiet + 1
      if (quiet < quietFrames) request = requestAnimationFrame(follow)
    })
    const stop = () => cancelAnimationFrame(request)
    for (const act of acts) addEventListener(act, stop, { passive: true })
    return () => {
      stop()
      for (const act of acts) removeEventListener(act, stop)
    }
  }, [client, key, isReturn])
  return null
}
