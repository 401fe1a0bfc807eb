import { useEffect, useReducer, useRef } from 'react'

const progress = {
  stepPercent: 5,
  stepMs: 50,
  capPercent: 70,
  /** Requests of a new page begin after it is drawn: for this long, "none pending" is not yet "all complete". */
  settleMs: 300,
  graceMs: 200,
  hideMs: 300,
} as const

export interface PageProgress {
  readonly phase: 'hidden' | 'loading' | 'done'
  readonly percent: number
}

type ProgressEvent = 'begin' | 'step' | 'end' | 'hide'

export const hiddenProgress: PageProgress = { phase: 'hidden', percent: 0 }

/** The bar's whole behaviour; the hook beside it only keeps the time. */
export function advance(state: PageProgress, event: ProgressEvent): PageProgress {
  switch (event) {
    case 'begin':
      return { phase: 'loading', percent: 0 }
    case 'step':
      if (state.phase !== 'loading') return state
      return { ...state, percent: Math.min(progress.capPercent, state.percent + progress.stepPercent) }
    case 'end':
      return state.phase === 'loading' ? { phase: 'done', percent: 100 } : state
    case 'hide':
      return state.phase === 'done' ? hiddenProgress : state
  }
}

/**
 * Loading begins when the page changes, and ends 300 ms plus 200 ms after nothing has been pending. The page
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

  // `page` is listed because a page change while loading restarts the wait.
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
