import { useEffect, useReducer, useRef } from 'react'
import { advance, hiddenProgress, type PageProgress, progress } from './progress-state.ts'

/**
 * Loading begins when the page changes, and ends 300 ms plus 200 ms after nothing has been pending (spec 2). The page
 * that came with the document is not loading.
 */
export function usePageProgress(page: string, pending: boolean): PageProgress {
  const [state, dispatch] = useReducer(advance, hiddenProgress)
  const { phase } = state
  const lastPage = useRef(page)

  useEffect(() => {
    if (lastPage.current === page) return
    lastPage.current = page
    dispatch('begin')
  }, [page])

  useEffect(() => {
    if (phase !== 'loading') return
    const timer = setInterval(() => dispatch('step'), progress.stepMs)
    return () => clearInterval(timer)
  }, [phase])

  // `page` is listed because a page change while loading starts the wait anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (phase !== 'loading' || pending) return
    const timer = setTimeout(() => dispatch('end'), progress.settleMs + progress.graceMs)
    return () => clearTimeout(timer)
  }, [phase, pending, page])

  useEffect(() => {
    if (phase !== 'done') return
    const timer = setTimeout(() => dispatch('hide'), progress.hideMs)
    return () => clearTimeout(timer)
  }, [phase])

  return state
}
