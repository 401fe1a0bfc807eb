import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The row of a list whose detail is open. It is part of the URL, so that it can be shared, and Back returns to the list
 * as it was.
 */
export function useOpenRow() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const key = new URLSearchParams(search).get('open') ?? undefined
  // What was asked for last, which a render may still not show: the second of two taps must add no step to Back.
  const now = { key, isFromList: state?.isFromList === true }
  const latest = useRef(now)
  const shown = useRef(key)
  if (shown.current !== key) latest.current = now
  shown.current = key
  function searchOf(next: string | undefined) {
    const query = new URLSearchParams(search)
    if (next === undefined) query.delete('open')
    else query.set('open', next)
    return query.toString()
  }
  return {
    key,
    open(next: string) {
      const { key, isFromList } = latest.current
      if (next === key) return
      // Back leads to the list in one step, however many rows were opened.
      latest.current = { key: next, isFromList: key === undefined || isFromList }
      void navigate(
        { search: searchOf(next) },
        {
          preventScrollReset: true,
          replace: key !== undefined,
          state: { isFromList: latest.current.isFromList },
        },
      )
    },
    /** Closes the detail; with a key, only if it is that row's. */
    close(which?: string) {
      const { key, isFromList } = latest.current
      if (key === undefined || (which ?? key) !== key) return
      latest.current = { key: undefined, isFromList: false }
      if (isFromList) void navigate(-1)
      else void navigate({ search: searchOf(undefined) }, { preventScrollReset: true, replace: true })
    },
  }
}

export type OpenRow = ReturnType<typeof useOpenRow>
