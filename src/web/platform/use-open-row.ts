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
  const latest = useRef(key)
  latest.current = key
  function searchOf(next: string | undefined) {
    const query = new URLSearchParams(search)
    if (next === undefined) query.delete('open')
    else query.set('open', next)
    return query.toString()
  }
  return {
    key,
    open(next: string) {
      if (next === latest.current) return
      // Back leads to the list in one step, however many rows were opened.
      const isFirst = latest.current === undefined
      void navigate(
        { search: searchOf(next) },
        { preventScrollReset: true, replace: !isFirst, state: isFirst ? { isFromList: true } : state },
      )
    },
    /** Closes the detail; with a key, only if it is that row's. */
    close(which?: string) {
      if (latest.current === undefined || (which ?? latest.current) !== latest.current) return
      latest.current = undefined
      if (state?.isFromList === true) void navigate(-1)
      else void navigate({ search: searchOf(undefined) }, { preventScrollReset: true, replace: true })
    },
  }
}

export type OpenRow = ReturnType<typeof useOpenRow>
